// Stories that the reader wants kept on this device, to read without a connection.
import { taste } from "./store.js";

const STORIES = "talekeeper.kept";
const MOST_STORIES = 5;
const MOST_TURNS = 40; // of each

/** The stories that are kept here, newest first: { id, title, at, place, turns }. */
export function keptStories() {
  try {
    return JSON.parse(localStorage.getItem(STORIES)) ?? [];
  } catch {
    return [];
  }
}

const keepStories = (stories) => {
  try {
    stories.length ? localStorage.setItem(STORIES, JSON.stringify(stories)) : localStorage.removeItem(STORIES);
  } catch {
    // no room: what was kept before stays
  }
};

/** Keep the newest turns of a game, where the reader wants that; it asks for nothing that was not shown. */
export function keepStory(id, { info, scene, turns }) {
  if (!taste.get().keep || !info || !scene || !turns.length) return;
  const newest = turns.slice(-MOST_TURNS).map(({ turn, player_input: line, parts }) => ({ turn, player_input: line, parts }));
  const story = { id, title: info.title, place: scene.place?.name ?? "", at: new Date().toISOString(), turns: newest };
  keepStories([story, ...keptStories().filter((each) => each.id !== id)].slice(0, MOST_STORIES));
}

/** Forget one story, or all of them. */
export const forgetStories = (id = null) => keepStories(id === null ? [] : keptStories().filter((each) => each.id !== id));

taste.subscribe(({ keep }) => {
  if (!keep && localStorage.getItem(STORIES)) forgetStories();
});
