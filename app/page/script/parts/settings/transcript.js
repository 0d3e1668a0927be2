// The story as a text to keep: Markdown, or a page of HTML with the pictures that the reader may see. What players read of
// it, with nothing of the engine.
import { get, picture } from "../../api.js";
import { pieces, rounded } from "../../text.js";
import { html } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { saveAs } from "./saving.js";

const PAGE = 100;

export function Transcript({ game, info, scene }) {
  const doing = useDoing();
  const save = (ending, type, made) => () =>
    doing.run(async () => saveAs(`${game.id}.${ending}`, new Blob([await made(await story(game, info, scene))], { type })), "Saved.");
  const illustrated = async (told) => asPage(told, await pictures(game, scene, told.blocks));
  return html`<p class="buttons"><button type="button" class="secondary" disabled=${doing.isBusy} onClick=${save("md", "text/markdown", asMarkdown)}>The story as Markdown</button>
    <button type="button" class="secondary" disabled=${doing.isBusy} onClick=${save("html", "text/html", illustrated)}>As a web page</button> <${Done} doing=${doing} /></p>
    <p class="meta">What players read, turn by turn, to keep or to give away; the web page with pictures.</p>`;
}

/** `{ title, who, blocks }`; a block is a heading, a line of a player, something told or said. */
async function story(game, info, scene) {
  const turns = [];
  for (let cursor = null; ; ) {
    const page = await get(`/games/${game.id}/turns?limit=${PAGE}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`);
    turns.unshift(...page.items.reverse());
    cursor = page.next_cursor;
    if (!cursor) break;
  }
  const { opening, first } = scene;
  const blocks = [{ kind: "heading", text: first.place.name }, ...[opening, first.act.description, first.place.description].filter(Boolean).map((text) => ({ kind: "story", text: rounded(text) }))];
  let place = first.place.name;
  for (const turn of turns) {
    if (turn.place && turn.place !== place) blocks.push({ kind: "heading", text: turn.place });
    place = turn.place || place;
    if (turn.player_input) blocks.push({ kind: "line", who: game.playerName(turn.player_id), text: turn.player_input });
    for (const part of turn.parts) {
      const text = pieces(part).map((piece) => piece.text).join("").trim();
      if (text) blocks.push({ kind: part.kind === "speech" ? "speech" : "story", who: part.speaker_name, id: part.speaker_id, text });
    }
  }
  return { title: info.title, who: info.players.join(", "), blocks };
}

/** The pictures of the places and people in a story, as addresses by their ids, or names for places; of those that the
 * reader may see. One that does not come is left out. */
async function pictures(game, scene, blocks) {
  const { items } = await get(`/games/${game.id}/pictures`);
  const places = scene.places.filter(({ id, name }) => items.includes(id) && blocks.some(({ kind, text }) => kind === "heading" && text === name));
  const speakers = items.filter((id) => blocks.some((block) => block.kind === "speech" && block.id === id));
  const wanted = [...places.map(({ id, name }) => [name, id]), ...speakers.map((id) => [id, id])];
  const found = await Promise.all(wanted.map(([key, id]) => picture(`/games/${game.id}/pictures/${encodeURIComponent(id)}`).then((address) => [key, address], () => null)));
  return Object.fromEntries(found.filter(Boolean));
}

/** What would be markup in Markdown stands as it was written. */
const plain = (text) => text.replace(/[\\`*_[\]<>#|]/g, "\\$&");

const MARKDOWN = {
  heading: ({ text }) => `## ${plain(text)}`,
  line: ({ who, text }) => `> *${plain(who)}: ${plain(text).replaceAll("\n", " ")}*`,
  speech: ({ who, text }) => `**${plain(who)}:** “${plain(text)}”`,
  story: ({ text }) => plain(text),
};

export const asMarkdown = ({ title, who, blocks }) => [`# ${plain(title)}`, `*${plain(who)}*`, ...blocks.map((block) => MARKDOWN[block.kind](block))].join("\n\n") + "\n";

// Of the saved page alone. A link holds it: the policy of this page refuses a style element, also in a document that is only made.
const STYLE = `:root{color-scheme:light dark}body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1.125rem/1.6 Georgia,serif;overflow-wrap:anywhere}
p{white-space:pre-line}blockquote{margin:1.5rem 0 1rem;font-style:italic;opacity:.75}img{max-width:100%;height:auto;border-radius:6px}`;
const HEAD = [["meta", { charset: "utf-8" }], ["meta", { name: "viewport", content: "width=device-width" }], ["link", { rel: "stylesheet", href: `data:text/css,${encodeURIComponent(STYLE)}` }]];

/** A page without script; made of elements, so that no text of it is markup. A picture stands where its place or
 * person comes first. */
export function asPage({ title, who, blocks }, pictured = {}) {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = "en";
  const put = (name, text, into = page.body) => {
    const element = page.createElement(name);
    element.textContent = text;
    into.append(element);
    return element;
  };
  const withAll = (element, attributes) => Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
  for (const [name, attributes] of HEAD) withAll(put(name, "", page.head), attributes);
  const left = new Map(Object.entries(pictured));
  const show = (key, name, width) => {
    if (!left.has(key)) return;
    withAll(put("img", "", put("p", "")), { src: left.get(key), alt: name, width });
    left.delete(key);
  };
  put("h1", title);
  put("p", who);
  for (const { kind, who: name, id, text } of blocks) {
    if (kind === "speech") show(id, name, 160);
    if (kind === "heading") {
      put("h2", text);
      show(text, text, 640);
    } else if (kind === "line") put("blockquote", `${name}: ${text}`);
    else if (kind === "speech") {
      const line = put("p", "");
      put("b", name, line);
      line.append(` “${text}”`);
    } else put("p", text);
  }
  return `<!doctype html>\n${new XMLSerializer().serializeToString(page.documentElement)}\n`;
}
