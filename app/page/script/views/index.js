// The views there are. A further one is a module here, a row below and a style sheet; the bar leads to it.
import { withStyle } from "../styles.js";

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
  { name: "table", label: "Table", masterOnly: true, load: () => withStyle("table", import("./table.js")).then((module) => module.Table) },
  { name: "branches", label: "Branches", masterOnly: true, load: () => import("./branches.js").then((module) => module.Branches) },
  { name: "memory", label: "Memory", masterOnly: true, load: () => import("./memory.js").then((module) => module.Memory) },
  { name: "prompt", label: "Prompt", masterOnly: true, load: () => import("./prompt.js").then((module) => module.Prompt) },
  { name: "people", label: "People", masterOnly: true, load: () => import("./people.js").then((module) => module.People) },
  { name: "canon", label: "Canon", masterOnly: true, load: () => import("./canon.js").then((module) => module.Canon) },
  { name: "cost", label: "Cost", masterOnly: true, load: () => import("./cost.js").then((module) => module.Cost) },
  { name: "settings", label: "Settings", load: () => withStyle("bring", import("./settings.js")).then((module) => module.Settings) },
];
