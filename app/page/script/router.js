// The address behind # says what is shown: #/ the start, #/games/ID/VIEW?name=value a view of a game.
import { createStore, keepToken, useStore } from "./store.js";

/** The route that an address means. */
export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?");
  const [first, gameId, view] = path.split("/").filter(Boolean).map(decoded);
  const parameters = Object.fromEntries(new URLSearchParams(query));
  if (first === "games" && gameId) return { gameId, view: view ?? "play", query: parameters };
  return { gameId: null, view: "start", query: parameters };
}

/** What an address says; nothing for what is no address. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The address of a view; without a game, of the start. */
export function href(gameId, view = "play", query = {}) {
  const given = Object.entries(query).filter(([, value]) => value != null);
  const tail = given.length ? `?${new URLSearchParams(given)}` : "";
  return gameId ? `#/games/${encodeURIComponent(gameId)}/${view}${tail}` : `#/${tail}`;
}

export const go = (...where) => {
  location.hash = href(...where);
};

const current = createStore(arrived());
addEventListener("hashchange", () => current.set(arrived()));

export const useRoute = () => useStore(current);

/** The route of the present address. A token in it is kept for this window and taken out of the address. */
function arrived() {
  const route = parse(location.hash);
  const { token, ...query } = route.query;
  if (token) {
    keepToken(route.gameId, token);
    history.replaceState(null, "", href(route.gameId, route.view, query));
  }
  return { ...route, query };
}
