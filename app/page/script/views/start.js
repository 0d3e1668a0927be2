// The start: the last game first, other games, and scenarios to begin.
import { Problem, ask, file, get } from "../api.js";
import { BeginForm, useBegin } from "../parts/beginning/begin.js";
import { Cover } from "../parts/cover.js";
import { Later, loadKept } from "../parts/later.js";
import { Trashed } from "../parts/settings/keeping.js";
import { Popover } from "../parts/popover.js";
import { Reading } from "../parts/reading.js";
import { PartLine } from "../parts/told.js";
import { withStyle } from "../styles.js";
import { go, href } from "../router.js";
import { keepToken } from "../store.js";
import { capital, day, many, pieces, when } from "../text.js";
import { Loading, html, useEffect, useRef, useState } from "../ui.js";

const FEW = 6; // other games that are shown at first
const EXAMPLE = "tide-bell-finished"; // the id in data/finished-game.json

export function Start() {
  const [state, set] = useState({ games: null, scenarios: [], problem: null, tries: 0 });
  const [chosen, setFile] = useState(null);
  const [showsModel, showModel] = useState(false);
  const load = async () => {
    try {
      const [games, scenarios] = await Promise.all([get("/games?limit=50"), get("/scenarios?limit=100")]);
      set({ games: games.items, scenarios: scenarios.items, problem: null });
    } catch (problem) {
      set(({ tries }) => ({ games: null, scenarios: [], problem, tries: tries + 1 }));
    }
  };
  useEffect(() => {
    load();
  }, []);
  const { games, scenarios, problem } = state;
  const last = games?.find((game) => !isExample(game));
  return html`<div class="start">
    <header class="start-head"><p class="serif">Talekeeper</p><${OpenFile} open=${setFile} />${games && html`<button type="button" class="quiet" aria-expanded=${showsModel} onClick=${() => showModel(!showsModel)}>Model</button>`}<${Popover} label="Aa" title="Reading"><${Reading} /></${Popover}></header>
    <main id="main" tabindex="-1">
      <${Trashed} />
      ${showsModel && html`<${Later} load=${loadServerModel} part="ServerModel" onLeave=${() => showModel(false)} />`}
      ${chosen && html`<${Later} load=${loadBringing} part="Bring" file=${chosen} onLeave=${() => setFile(null)} onDone=${load} />`}
      ${problem && (problem.status === 401 ? html`<${SignIn} onDone=${load} isWrong=${state.tries > 1} />` : html`<${NoServer} problem=${problem} onAgain=${load} />`)}
      ${!problem && !games && html`<${Loading} />`}
      ${games && html`
        <div class="start-top">
          ${last ? html`<${LastGame} game=${last} />` : html`<${FirstGame} scenarios=${scenarios} />`}
          <${OtherGames} games=${games.filter((game) => game !== last)} hasExample=${games.some(isExample)} title=${last ? "Other games" : "Already played"} />
        </div>
        <${Scenarios} scenarios=${scenarios} />
      `}
    </main>
  </div>`;
}

const loadBringing = () => withStyle("bring", import("../parts/bringing/bring.js"));
const loadServerModel = () => import("../parts/settings/server_model.js");

/** The game that was played last, with its last line. */
function LastGame({ game }) {
  const [last, set] = useState(null);
  const button = useRef(null);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    if (game.turn) get(`/games/${game.id}/turns?limit=5`).then(({ items }) => set(items), () => {});
  }, [game.id]);
  const place = last?.[0].place ?? "";
  const [spoken] = (last ?? []).map(lastWords).filter(Boolean);
  const who = [game.players.join(", "), place].filter(Boolean).join(", ");
  const where = [day(game.game_time), `turn ${game.turn}`].filter(Boolean).join(", ");
  return html`<section class="last-game" aria-labelledby="last-game">
    <h1 id="last-game">${game.scenario_title}</h1>
    <p class="under">${game.turn ? `${who}. ${capital(where)}.` : `${who}. Not begun yet.`}</p>
    ${spoken && html`<div class="story last-line"><${PartLine} part=${spoken} /></div>`}
    ${game.problem ? html`<p class="failure">${game.problem}</p>` : html`<p><a class="primary large" ref=${button} href=${href(game.id)}>Go on</a>
      <a class="quiet" href=${href(game.id, "memory")}>Look inside</a></p>`}
  </section>`;
}

/** What somebody said last in a turn, else what was told first. */
const lastWords = ({ parts }) => parts.findLast(({ kind }) => kind === "speech") ?? parts.find((part) => part.kind !== "refusal" && pieces(part).length);

/** Nobody has played here yet: the smallest story, one click away; what has no quests needs somebody who leads it. */
function FirstGame({ scenarios }) {
  const playable = scenarios.filter(({ problem }) => !problem);
  const [first] = playable.sort((one, other) => !one.quests - !other.quests || one.places - other.places);
  const { begin, isBusy, failure } = useBegin();
  const button = useRef(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), [first?.id]);
  if (!first) return html`<section class="last-game"><h1>No story is here yet</h1><p class="under">A scenario is a file in the folder of scenarios; the handbook says how to write one.</p></section>`;
  return html`<section class="last-game" aria-labelledby="first-game">
    <h1 id="first-game">${first.title}</h1>
    <p class="under">A good one to begin with. You are the Traveller, and no model is needed.</p>
    <p class="story last-line">${first.summary.split(/(?<=\.)\s/)[0]}</p>
    <p><button type="button" class="primary large" ref=${button} disabled=${isBusy} onClick=${() => begin({ scenario: first.id })}>Begin</button></p>
    ${failure && html`<p class="failure" role="alert">${failure}</p>`}
  </section>`;
}

/** Whether a game is the finished one that comes with the page, taken in. */
const isExample = ({ branched_from: origin }) => origin?.how === "imported" && origin.game_id === EXAMPLE;

function OtherGames({ games, hasExample, title }) {
  const [all, showAll] = useState(false);
  const shown = all ? games : games.slice(0, FEW);
  return html`<section class="other-games" aria-labelledby="other-games">
    <h2 class="label" id="other-games">${title}</h2>
    <ul>${shown.map((game) => html`<li key=${game.id}>
      <a href=${href(game.id)}>
        <span class="row-title serif">${game.scenario_title || game.title || game.id}</span>
        <span class="meta row-when">${game.ended ? "finished" : when(game.last_played)}</span>
        <span class="meta row-more">${game.problem ?? about(game)}</span>
      </a>
    </li>`)}
    ${!hasExample && html`<${Example} />`}</ul>
    ${!all && games.length > FEW && html`<button type="button" class="quiet linked" onClick=${() => showAll(true)}>${games.length - FEW} more</button>`}
  </section>`;
}

/** Who plays or what it is called, where it came from, and how far it is. */
function about(game) {
  if (isExample(game)) return "An example, played to its end, to look into";
  const name = isNamed(game) ? game.title : game.players.join(", ");
  const { branched_from: origin } = game;
  if (origin?.how === "branched") return `${name}. Branch of turn ${origin.turn}, now turn ${game.turn}`;
  return [name, day(game.game_time), `turn ${game.turn}`].filter(Boolean).join(", ");
}

/** A game that was played to its end, to look into. It is taken in when it is first opened, once. */
function Example() {
  const [state, set] = useState({ isBusy: false, failure: "" });
  const open = async () => {
    set({ isBusy: true, failure: "" });
    try {
      const exported = await file("data/finished-game.json");
      go((await ask("POST", "/games/import", exported, { key: `finished-game-${exported.size}` })).id);
    } catch (error) {
      set({ isBusy: false, failure: error instanceof Problem ? error.message : "No connection. Try again." });
    }
  };
  return html`<li><button type="button" class="example" disabled=${state.isBusy} onClick=${open}>
    <span class="row-title serif">A finished game, to look into</span>
    <span class="meta row-when">${state.isBusy && "opening"}</span>
    <span class="meta row-more">The Bell on the Sands, played to its end: what people remember, and a line that was taken back</span>
  </button>${state.failure && html`<p class="failure" role="alert">${state.failure}</p>`}</li>`;
}

/** Whether somebody gave the game a title of its own. */
const isNamed = (game) => !game.title.includes(game.scenario_title);

function Scenarios({ scenarios }) {
  return html`<section class="scenarios" aria-label="Scenarios">
    ${scenarios.map((scenario) => html`<${Scenario} key=${scenario.id} scenario=${scenario} />`)}
  </section>`;
}

function Scenario({ scenario }) {
  const [isAsking, ask] = useState(false);
  const size = [many(scenario.places, "place"), many(scenario.people, "person", "people"), many(scenario.acts, "act")];
  return html`<article class="scenario">
    <${Cover} id=${scenario.id} />
    <h2 class="serif">${scenario.title || scenario.id}</h2>
    ${scenario.problem ? html`<p class="failure">${scenario.problem}</p>` : html`
      <p class="summary">${scenario.summary}</p>
      ${!/\bplaces?\b/.test(scenario.summary) && html`<p class="meta">${capital(size.join(", "))}</p>`}
      ${isAsking ? html`<${BeginForm} scenario=${scenario} onLeave=${() => ask(false)} />`
        : html`<button type="button" class="secondary" aria-label=${`Begin ${scenario.title}`} onClick=${() => ask(true)}>Begin</button>`}
    `}
  </article>`;
}

/** Whatever one has: an exported game, a card, a lorebook, a scenario, a chat. */
function OpenFile({ open }) {
  const input = useRef(null);
  const chosen = () => {
    const [file] = input.current.files;
    input.current.value = ""; // so that the same one can be chosen again
    if (file) open(file);
  };
  return html`<div class="open-file">
    <button type="button" class="quiet" title="A game, a card, a lorebook, a scenario or a chat" onClick=${() => input.current.click()}>Open a file</button>
    <input type="file" hidden accept=".json,.jsonl,.png,.charx,.zip,.jpg,.jpeg,.webp" ref=${input} onChange=${chosen} aria-label="A game, a card, a lorebook, a scenario or a chat" />
  </div>`;
}

function SignIn({ onDone, isWrong }) {
  const submit = (event) => {
    event.preventDefault();
    keepToken(null, event.target.token.value.trim());
    onDone();
  };
  return html`<section class="last-game"><h1>This server asks for a token</h1>
    <p class="under">It was printed when the server started. A link that somebody shared with you has one in it.</p>
    <form class="begin" onSubmit=${submit}>
      <label><span class="label">Token</span> <input class="field" name="token" type="password" required autocomplete="off" /></label>
      ${isWrong && html`<p class="failure" role="alert">That token opens nothing here.</p>`}
      <p><button class="primary">Sign in</button></p>
    </form></section>`;
}

const NoServer = ({ problem, onAgain }) => html`<section class="last-game"><h1>The server does not answer</h1>
  <p class="failure" role="alert">${problem instanceof Problem ? problem.message : "No connection."}</p>
  <p><button type="button" class="primary" onClick=${onAgain}>Try again</button></p>
  ${!(problem instanceof Problem) && html`<${Later} load=${loadKept} part="Kept" />`}</section>`;
