// The views there are. A further one is a module here, a row below and a style sheet in index.html; the bar leads to it.

export const START = { name: "start", load: () => import("./start.js").then((module) => module.Start) };

/** Views of a game: `name` in the address, `label` in the bar, `masterOnly` where players do not see it; `panels`: what the
 * narrow bar opens as a sheet. */
export const GAME_VIEWS = [
  {
    name: "play",
    label: "Play",
    panels: [["here", "Here"], ["remembered", "Remembered"]],
    load: () => import("./play.js").then((module) => module.Play),
  },
  { name: "memory", label: "Memory", masterOnly: true, load: () => import("./memory.js").then((module) => module.Memory) },
];

export const hasView = (name) => GAME_VIEWS.some((row) => row.name === name);
