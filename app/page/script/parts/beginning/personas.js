// Who one likes to play: sheets of players that this browser keeps, for the next game that is begun here. The server does
// not have them: they belong to a reader, and a server has no readers, only games.
import { createStore } from "../../store.js";

const NAME = "talekeeper.personas";
const MOST = 12;

const kept = () => {
  try {
    const found = JSON.parse(localStorage.getItem(NAME));
    return Array.isArray(found) ? found.filter(({ name }) => typeof name === "string") : [];
  } catch {
    return [];
  }
};

export const personas = createStore({ all: kept() });

const keep = (all) => {
  personas.set({ all });
  try {
    localStorage.setItem(NAME, JSON.stringify(all));
  } catch {
    // without storage they last as long as the page is open
  }
};

/** Keep a sheet, in place of one of the same name; the last one comes first. */
export const remember = (sheet) => keep([sheet, ...personas.get().all.filter(({ name }) => name !== sheet.name)].slice(0, MOST));

export const forget = (name) => keep(personas.get().all.filter((each) => each.name !== name));
