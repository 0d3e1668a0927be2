// Values that views look at, and what the browser keeps of a reader: tokens for this window, taste for good.
import { useEffect, useState } from "./ui.js";

/** A value with listeners. `set` takes what changes of it, or a function of the value that gives that. */
export function createStore(value) {
  const listeners = new Set();
  return {
    get: () => value,
    set(change) {
      value = { ...value, ...(typeof change === "function" ? change(value) : change) };
      for (const listener of [...listeners]) listener(value);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The store's value; the view is drawn again when it changes. */
export function useStore(store) {
  const [, draw] = useState(0);
  useEffect(() => {
    const changed = () => draw((times) => times + 1);
    changed(); // it may have changed between drawing and now
    return store.subscribe(changed);
  }, [store]);
  return store.get();
}

const read = (storage, name) => {
  try {
    return JSON.parse(storage.getItem(name)) ?? {};
  } catch {
    return {};
  }
};
const write = (storage, name, value) => {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // without storage a choice holds as long as the page is open
  }
};

// Tokens by game; under "" the one that opens the server. They are forgotten with the window, and never in an address.
const tokens = read(sessionStorage, "talekeeper.tokens");

export const tokenFor = (gameId) => tokens[gameId ?? ""] ?? tokens[""] ?? null;

export function keepToken(gameId, token) {
  tokens[gameId ?? ""] = token;
  write(sessionStorage, "talekeeper.tokens", tokens);
}

// How far the talk at each table was read, by game.
const talkRead = read(localStorage, "talekeeper.talk");

export const readUpTo = (gameId) => talkRead[gameId] ?? 0;

export function keepRead(gameId, number) {
  talkRead[gameId] = number;
  write(localStorage, "talekeeper.talk", talkRead);
}

/** A reader's taste: `theme` (light, dark), `size` of the story in px, `keys` (whether single letters are orders),
 * `keep` (whether stories are kept on this device). */
export const taste = createStore({ theme: null, size: null, keys: true, keep: false, ...read(localStorage, "talekeeper.taste") });

const show = ({ theme, size }) => {
  const root = document.documentElement;
  for (const [name, value] of Object.entries({ theme, size })) value ? (root.dataset[name] = value) : delete root.dataset[name];
};
taste.subscribe((value) => {
  write(localStorage, "talekeeper.taste", value);
  show(value);
});
show(taste.get());
