// What is possible now, as chips that end the story. A chip plays its sentence, so that it teaches typing.
import { html, useRef, useState } from "../../ui.js";

const MOST = 7; // chips of a group that are shown before one asks for more
const FEW = 3; // of what can be done with each thing that is carried
const PRESSED_LONG = 500; // milliseconds

/** Groups `{ label, chips }` of a scene's choices, in the order in which they stand; `later` ones wait behind "More". */
export function groupsOf(scene) {
  const { choices, people, places, place } = scene;
  const nameOf = (id) => people.find((person) => person.id === id)?.name ?? "";
  const ways = places.find(({ id }) => id === place?.id)?.ways ?? [];
  const groups = new Map();
  const add = (label, chip, isLater = false) => {
    if (!groups.has(label)) groups.set(label, { label, chips: [], isLater });
    groups.get(label).chips.push(chip);
  };
  const [spokenTo] = choices.filter(({ deed }) => deed === "talk");
  for (const choice of choices) {
    const { deed, name, line, known, is_open: isOpen, whom, on_name: on } = choice;
    const chip = { name, line, isKnown: known, isOpen, more: "" };
    if (deed === "ask") add(`Ask ${nameOf(whom)}`, chip, whom !== spokenTo?.id);
    else if (deed === "talk") add(known && choice === spokenTo ? "Talk again to" : "Talk to", chip, known && choice === spokenTo);
    else if (deed === "examine") add(known ? "Look at what is carried" : "Look at", { ...chip, isKnown: false }, known);
    else if (deed === "take") add("Take", { ...chip, isKnown: false });
    else if (deed === "fight") add("Face", chip);
    else if (deed === "use") add("Use", { ...chip, isKnown: false, more: on ? `on ${on}` : "" });
    else if (deed === "give") add("Give", { ...chip, isKnown: false, more: `to ${nameOf(whom)}` });
    else if (deed === "act") add("Do", { ...chip, name: line, more: isOpen ? "" : "not now", why: choice.refusal });
    else if (deed === "part") add("Do", { ...chip, name: line }, true);
    else if (deed === "drop") add("Put down", { ...chip, isKnown: false }, true);
    else if (deed === "go") add("Go", { ...chip, isKnown: false, more: leads(ways, places, choice) });
    else add("Or", { ...chip, name: line }, true);
  }
  const order = [/^Ask/, /^Talk/, /^Face/, /^Do/, /^Use/, /^Give/, /^Take/, /^Look/, /^Go/, /^Put/, /^Or/];
  const rank = ({ label, isLater }) => (isLater ? 100 : 0) + order.findIndex((each) => each.test(label));
  return [...groups.values()].sort((one, other) => rank(one) - rank(other));
}

/** Where a way leads: "south, to the Village Square", or that it is locked. */
function leads(ways, places, { id, name, is_open: isOpen }) {
  const way = ways.find((each) => each.to === id && each.name === name);
  const place = places.find((each) => each.id === id)?.name.replace(/^The /, "the ");
  const to = [way?.direction, place && `to ${place}`].filter(Boolean).join(", ");
  return isOpen ? to : [to, "locked"].filter(Boolean).join(", ");
}

/** `play(line)` plays a chip, `write(line)` puts it into the input instead. */
export function Chips({ scene, isNarrow, play, write }) {
  const [all, showAll] = useState(false);
  const groups = groupsOf(scene);
  const first = isNarrow ? [groups.find(({ isLater, label }) => !isLater && label !== "Go"), groups.find(({ label }) => label === "Go")] : groups.filter(({ isLater }) => !isLater);
  const shown = all ? groups : first.filter(Boolean);
  const most = (label) => (["Use", "Give"].includes(label) ? FEW : isNarrow ? 4 : MOST);
  const cut = ({ label, chips }) => (all ? chips : chips.slice(0, most(label)));
  const hidden = groups.flatMap(({ chips }) => chips).length - shown.flatMap(cut).length;
  return html`<section class="chips" aria-label="What is possible">
    ${shown.map((group, at) => html`<div class="row chip-group" role="group" aria-label=${group.label} key=${group.label}>
      <p class="notes chip-label" aria-hidden="true">${group.label}</p>
      <div class="chip-list">
        ${cut(group).map((chip) => html`<${Chip} key=${chip.line} chip=${chip} play=${play} write=${write} />`)}
        ${at === shown.length - 1 && (hidden > 0 || all) && html`<button type="button" class="chip more" aria-expanded=${all} onClick=${() => showAll(!all)}>${all ? "Fewer" : "More…"}</button>`}
      </div>
    </div>`)}
  </section>`;
}

function Chip({ chip, play, write }) {
  const held = useRef(0);
  const press = () => {
    held.current = setTimeout(() => {
      held.current = -1;
      write(chip.line);
    }, PRESSED_LONG);
  };
  const release = () => held.current > 0 && clearTimeout(held.current);
  const clicked = (event) => {
    if (held.current === -1) held.current = 0;
    else if (event.altKey) write(chip.line);
    else play(chip.line);
  };
  const look = [chip.isKnown && "known", !chip.isOpen && "locked"].filter(Boolean).join(" ");
  return html`<button type="button" class="chip ${look}" title=${chip.why || `${chip.line} (with Alt: into the input)`} onClick=${clicked} onPointerDown=${press} onPointerUp=${release} onPointerLeave=${release} onPointerCancel=${release}>
    <span class="serif">${chip.name}</span>${chip.more && html` <small>${chip.more}</small>`}${chip.isKnown && html`<span class="unseen"> (known)</span>`}
  </button>`;
}
