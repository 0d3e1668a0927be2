// Draws the view that the address names. A view of a game is a row in views/index.js; it is loaded when it is first shown.
import { closeGame, gameOf } from "./game.js";
import { href, useRoute } from "./router.js";
import { Bar } from "./parts/bar.js";
import { Later, loadKept } from "./parts/later.js";
import { Loading, html, render, useEffect, useLayoutEffect, useState } from "./ui.js";
import { useStore } from "./store.js";
import { GAME_VIEWS, START } from "./views/index.js";
import { keepFiles } from "./files.js";
import { forgetStories, keepStory } from "./stories.js";

const loaded = new Map();

/** A view's component; null until its module is there. Whoever shows it then waits for it, whoever asked first. */
function useView(row) {
  const [, draw] = useState(0);
  useLayoutEffect(() => {
    if (loaded.has(row)) return undefined;
    let isOver = false;
    row.load().then((view) => {
      loaded.set(row, view);
      if (!isOver) draw((times) => times + 1);
    });
    return () => {
      isOver = true;
    };
  }, [row]);
  return loaded.get(row);
}

function Page() {
  const route = useRoute();
  if (route.gameId) return html`<${GamePage} key=${route.gameId} route=${route} />`;
  closeGame();
  document.title = "Talekeeper";
  return html`<${Shown} row=${START} route=${route} />`;
}

function GamePage({ route }) {
  const game = gameOf(route.gameId);
  const { info, scene, refused, connection, turns } = useStore(game.store);
  const row = GAME_VIEWS.find(({ name }) => name === route.view) ?? GAME_VIEWS[0];
  useEffect(() => {
    document.title = [row.label, info?.title, "Talekeeper"].filter(Boolean).join(" · ");
  }, [row, info?.title]);
  useEffect(() => (refused ? forgetStories(game.id) : keepStory(game.id, game.state)), [turns, refused]);
  if (refused) {
    return html`<main class="alone">
      <h1 class="view-title">This game does not open</h1>
      <p class="failure" role="alert">${refused.message}</p>
      <p><a class="linked" href=${href(null)}>To the start</a></p>
    </main>`;
  }
  return html`
    <a class="skip" href="#main" onClick=${skip}>To the ${row.label.toLowerCase()}</a>
    <${Bar} game=${game} row=${row} />
    ${connection === "lost" && !info ? html`<main id="main" class="alone" tabindex="-1"><h2 class="view-title">The server does not answer</h2><${Later} load=${loadKept} part="Kept" only=${game.id} /></main>` : info && scene ? html`<${isShut(row, game) ? Shut : Shown} row=${row} route=${route} game=${game} />` : html`<main id="main" class="alone"><${Loading} /></main>`}
  `;
}

const isShut = (row, game) => row.masterOnly && !game.isMaster;

const Shut = ({ row, game }) => html`<main id="main" class="alone" tabindex="-1">
  <h2 class="view-title">${row.label} is the game master’s</h2>
  <p>It shows what no player is to know yet.</p>
  <p><a class="linked" href=${href(game.id)}>To the story</a></p>
</main>`;

function Shown({ row, ...given }) {
  const View = useView(row);
  return View ? html`<${View} ...${given} />` : html`<main class="alone"><${Loading} /></main>`;
}

function skip(event) {
  event.preventDefault(); // the address behind # is the router's
  document.getElementById("main")?.focus();
}

render(html`<${Page} />`, document.body);
if (document.readyState === "complete") keepFiles();
else addEventListener("load", keepFiles);
