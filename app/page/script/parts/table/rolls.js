// A check that is rolled now: whose, by what, against what.
import { ask } from "../../api.js";
import { html, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";

export function Rolls({ game, scene }) {
  const doing = useDoing();
  const [form, set] = useState({ actor: "", attribute: "", difficulty: "", dice: "", advantage: "0", reason: "" });
  const change = (name) => (event) => set({ ...form, [name]: event.target.value });
  const roll = async (event) => {
    event.preventDefault();
    const command = {
      kind: "check",
      attribute: form.attribute.trim().toLowerCase(),
      ...(form.actor && { actor_id: form.actor }),
      ...(form.difficulty !== "" && { difficulty: Number(form.difficulty) }),
      ...(form.dice.trim() && { dice: form.dice.trim() }),
      advantage: Number(form.advantage),
      reason: form.reason.trim(),
    };
    await doing.run(() => ask("POST", `/games/${game.id}/commands`, { commands: [command] }), rolled);
  };
  const everybody = [...scene.players, ...scene.people];
  return html`<form class="table-form" onSubmit=${roll}>
    <div class="table-pair">
      <label><span class="label">Who</span><select class="field" name="actor" value=${form.actor || everybody[0]?.id} onChange=${change("actor")}>${everybody.map(({ id, name }) => html`<option key=${id} value=${id}>${name}</option>`)}</select></label>
      <label><span class="label">Skill</span><input class="field" name="attribute" required maxlength="64" value=${form.attribute} placeholder="climbing" autocomplete="off" onInput=${change("attribute")} /></label>
      <label><span class="label">Difficulty</span><input class="field" name="difficulty" type="number" min="-1000" max="1000" value=${form.difficulty} placeholder="as the story has it" onInput=${change("difficulty")} /></label>
      <label><span class="label">Dice</span><input class="field" name="dice" maxlength="20" value=${form.dice} placeholder="2d6, d20, 4dF" autocomplete="off" onInput=${change("dice")} /></label>
      <label><span class="label">Rolls</span><select class="field" name="advantage" value=${form.advantage} onChange=${change("advantage")}><option value="0">once</option><option value="1">twice, the better counts</option><option value="-1">twice, the worse counts</option></select></label>
      <label><span class="label">What for</span><input class="field" name="reason" maxlength="200" value=${form.reason} autocomplete="off" onInput=${change("reason")} /></label>
    </div>
    <p class="buttons"><button class="primary" disabled=${doing.isBusy}>Roll</button> <${Done} doing=${doing} /></p>
  </form>`;
}

const RESULTS = { success: "it succeeds", partial: "it succeeds in part", failure: "it fails" };

/** What came of a roll, from the turn that it made. */
function rolled({ events }) {
  const check = events.find(({ kind }) => kind === "check_rolled");
  return check ? `${check.total} against ${check.needed}: ${RESULTS[check.result]}.` : "Rolled.";
}
