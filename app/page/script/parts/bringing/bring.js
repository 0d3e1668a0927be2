// Bring something in: a file is looked into, what was found is shown, and one says where it goes.
import { ask, dataAddress, get } from "../../api.js";
import { go } from "../../router.js";
import { listed, many } from "../../text.js";
import { Loading, html, useEffect, useRef, useState } from "../../ui.js";
import { BeginForm } from "../beginning/begin.js";
import { Done, useDoing } from "../doing.js";

const KINDS = { game: "An exported game", scenario: "A scenario", folder: "A scenario’s folder", card: "A character card", lorebook: "A lorebook", chat: "A chat" };

/** Where something can go: what the button of each goal says. */
const GOALS = { new_game: "A game of its own", new_scenario: "A new scenario", scenario: "Into a scenario", game: "Into a running game" };
const ONE = { people: "person", entries: "entry", lore: "piece of lore" }; // of what is counted in a file
const MOST_SHOWN = 2_000_000; // bytes of a picture that is shown before it is brought in

/** `file`: what was chosen. `into`: the open game where it is brought in from there; else the goals are all that there are. */
export function Bring({ file, into = null, onLeave, onDone = () => {} }) {
  const looking = useDoing();
  const bringing = useDoing();
  const [found, setFound] = useState(null);
  const [made, setMade] = useState(null);
  const [goal, setGoal] = useState(null);
  const title = useRef(null);
  const blob = new Blob([file]); // without the type that its name suggests: it is told by its content
  useEffect(() => {
    setFound(null);
    setMade(null);
    looking.run(async () => {
      const answer = await ask("POST", "/imports/inspect", blob);
      setFound(answer);
      setGoal(goalsOf(answer, into)[0] ?? null);
    });
  }, [file]);
  useEffect(() => title.current?.focus(), [found, made]);
  const submit = async (event) => {
    event.preventDefault();
    const values = new FormData(event.target);
    const query = new URLSearchParams([...values].filter(([name, value]) => value && ["scenario", "place", "person"].includes(name)));
    const gameId = into?.id ?? (goal === "game" ? values.get("game") : null);
    const answer = await bringing.run(() => ask("POST", `${gameId ? `/games/${gameId}/imports` : "/imports/files"}?${query}`, blob));
    if (!answer) return;
    onDone(answer);
    if (answer.game_id && !into) go(answer.game_id);
    else setMade(answer);
  };
  const goals = found ? goalsOf(found, into) : [];
  return html`<section class="bring" aria-labelledby="bring-title">
    <header class="bring-head"><p class="label">${file.name}</p> <button type="button" class="quiet" onClick=${onLeave}>${made ? "Close" : "Leave it"}</button></header>
    ${looking.failure && html`<p class="failure" role="alert">${looking.failure}</p>`}
    ${!found && !looking.failure && html`<${Loading} />`}
    ${found && !made && html`
      <div class="bring-found">
        <${Preview} file=${file} found=${found} />
        <div>
          ${found.title !== KINDS[found.kind] && html`<p class="meta">${KINDS[found.kind]}</p>`}
          <h2 class="serif" id="bring-title" tabindex="-1" ref=${title}>${found.title}</h2>
          ${found.summary && html`<p class="about">${shortened(found.summary)}</p>`}
          ${found.parts.length > 0 && html`<p class="meta">${listed(found.parts.map(({ what, count }) => many(count, ONE[what] ?? what.replace(/s$/, ""), what)))}${found.has_picture ? "; with a picture" : ""}.</p>`}
        </div>
      </div>
      ${found.left_out.length > 0 && html`<details class="bring-left" open=${goals.length === 0}><summary>${goals.length === 0 ? "Why it cannot be taken" : "What is not taken"}</summary>
        <ul>${found.left_out.map((line) => html`<li>${line}</li>`)}</ul></details>`}
      ${goals.length > 0 && html`<form class="bring-form" onSubmit=${submit}>
        ${goals.length > 1 && html`<div class="field-row"><span class="label" id="bring-goal">Where it goes</span>
          <div class="choice-of" role="group" aria-labelledby="bring-goal">${goals.map((each) => html`<button type="button" aria-pressed=${each === goal} onClick=${() => setGoal(each)}>${GOALS[each]}</button>`)}</div></div>`}
        <${Where} goal=${goal} found=${found} into=${into} />
        <p class="buttons"><button class="primary" disabled=${bringing.isBusy}>${bringing.isBusy ? "Bringing in" : "Bring it in"}</button> <${Done} doing=${bringing} /></p>
      </form>`}
      ${goals.length === 0 && into && found.goes_to.length > 0 && html`<p>It is no part of a running game: <i>Open a file</i> at the start takes it.</p>`}`}
    ${made && html`<${Made} made=${made} name=${found.title} isAdded=${goal === "scenario"} into=${into} title=${title} />`}
  </section>`;
}

/** The goals that are offered: from within a game, that game alone. */
const goalsOf = ({ goes_to: goals }, into) => (into ? goals.filter((goal) => goal === "game") : goals);

const shortened = (text) => (text.length > 400 ? `${text.slice(0, 400).trimEnd()}…` : text);

/** The picture that the file is itself; one within an archive is shown once it is brought in. */
function Preview({ file, found }) {
  const [address, set] = useState(null);
  useEffect(() => {
    set(null);
    if (found.has_picture && file.type === "image/png" && file.size < MOST_SHOWN) dataAddress(file).then(set);
  }, [file]);
  return address && html`<img class="portrait big" src=${address} alt=${`Portrait of ${found.title}`} />`;
}

/** What is to be said of a goal: which scenario or game, and where in it. */
function Where({ goal, found, into }) {
  const [all, setAll] = useState({ scenarios: [], games: [] });
  useEffect(() => {
    if (goal === "scenario" || (goal === "game" && !into)) {
      Promise.all([get("/scenarios?limit=100"), get("/games?limit=50")]).then(([scenarios, games]) =>
        setAll({ scenarios: scenarios.items.filter(({ problem }) => !problem), games: games.items.filter(({ problem }) => !problem) }), () => {});
    }
  }, [goal]);
  return html`
    ${goal === "scenario" && html`<label class="field-row"><span class="label">Which scenario</span>
      <select class="field" name="scenario" required>${all.scenarios.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}</select>
      <span class="meta">One of your own is changed; of one that came with Talekeeper a copy is made.</span></label>`}
    ${goal === "game" && !into && html`<label class="field-row"><span class="label">Which game</span>
      <select class="field" name="game" required>${all.games.map(({ id, title }) => html`<option value=${id}>${title}</option>`)}</select></label>`}
    ${found.kind === "card" && goal !== "new_scenario" && html`<label class="field-row"><span class="label">Where the person is</span>
      <input class="field" name="place" maxlength="120" autocomplete="off" placeholder=${goal === "game" ? "with the party" : "where the story begins"} /></label>`}
    ${found.kind === "lorebook" && html`<label class="field-row"><span class="label">Who knows it</span>
      <input class="field" name="person" maxlength="120" autocomplete="off" placeholder="the world; or a person’s name" /></label>`}
    ${goal === "game" && html`<p class="meta">A turn of the game, which an undo takes back.</p>`}`;
}

/** What came of it, and what one can do with it at once. */
function Made({ made, name, isAdded, into, title }) {
  const words = into
    ? made.turn == null ? "The game has all of it already." : made.person_id ? `${made.title} is in the game now.` : made.entries ? `${many(made.entries, "entry", "entries")} became ${made.title}.` : "The game has it now."
    : made.person_id && isAdded ? `${name} is in “${made.title}” now.`
    : made.entries ? `${many(made.entries, "entry", "entries")} became lore of the scenario “${made.title}”.` : `“${made.title}” is a scenario of yours.`;
  return html`<h2 class="serif" id="bring-title" tabindex="-1" ref=${title}>${words}</h2>
    ${made.left_out.length > 0 && html`<details class="bring-left"><summary>What was not taken</summary><ul>${made.left_out.map((line) => html`<li>${line}</li>`)}</ul></details>`}
    ${!into && made.scenario_id && html`<${BeginForm} scenario=${{ id: made.scenario_id, title: made.title }} />`}`;
}
