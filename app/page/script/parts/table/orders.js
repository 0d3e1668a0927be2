// Any order of the game, by a form that its JSON Schema makes: canon, states, timers, people, things, memories.
import { ask, get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { Loading, html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { Fields, LISTS, titled } from "./fields.js";
import { fieldsOf, givenFields, namedIn } from "./shapes.js";

const FIRST = "establish_fact"; // what is offered first: the most common thing to make true

export function Orders({ game }) {
  const { value: commands, failure } = useAsked(() => get("/commands"), [game.id]);
  const { value: scenario } = useAsked(() => get(`/games/${game.id}/scenario`), [game.id, game.state.scene.turn]);
  const [kind, setKind] = useState(FIRST);
  const [values, setValues] = useState({});
  const doing = useDoing();
  if (!commands) return failure ? html`<p class="failure" role="alert">${failure}</p>` : html`<${Loading} />`;
  const all = [...commands.items].sort((one, other) => one.kind.localeCompare(other.kind));
  const command = all.find((each) => each.kind === kind) ?? all[0];
  const fields = fieldsOf(command.json_schema);
  const lists = namesOf(scenario?.played, game.state.scene.players);
  const give = async (event) => {
    event.preventDefault();
    let order;
    try {
      order = { kind: command.kind, ...givenFields(fields, values, namedIn(lists.names)) };
    } catch (error) {
      doing.say("", error.message);
      return;
    }
    await doing.run(() => ask("POST", `/games/${game.id}/commands`, { commands: [order] }), ({ changes }) => (changes?.length ? `Done: ${changes}` : "Done."));
  };
  const choose = (event) => {
    setKind(event.target.value);
    setValues({});
    doing.say("");
  };
  return html`<form class="table-form" onSubmit=${give}>
    <label><span class="label">Order</span><select class="field" name="kind" value=${command.kind} onChange=${choose}>${all.map((each) => html`<option key=${each.kind} value=${each.kind}>${titled(each.kind)}</option>`)}</select></label>
    <p class="meta">${command.description.split(/(?<=\.)\s/)[0]}</p>
    ${Object.entries(lists).map(([list, named]) => html`<datalist id=${`known-${list}`} key=${list}>${[...new Set(named.map(([, name]) => name))].map((name) => html`<option key=${name} value=${name} />`)}</datalist>`)}
    <${Fields} key=${command.kind} fields=${fields} values=${values} change=${setValues} path=${command.kind} />
    <p class="buttons"><button class="primary" disabled=${doing.isBusy}>Give it</button> <${Done} doing=${doing} /></p>
  </form>`;
}

/** All that has an id and a name, [id, name] each: by the lists of a scenario, and in `names` all of it. */
function namesOf(sheet, players) {
  const of = (list) => (list === "players" ? players : (sheet?.[list] ?? [])).filter(({ id }) => id).map(({ id, name }) => [id, name ?? id]);
  const all = [...Object.values(LISTS), "acts", "figures"].map((list) => [list, of(list)]);
  return { ...Object.fromEntries(all), names: all.flatMap(([, named]) => named) };
}
