// A picture of a person or a place; nothing until it is there.
import { usePicture } from "../pictures.js";
import { html } from "../ui.js";

/** `kind`: "portrait" beside a name, "view" over what is said of a place. */
export function Picture({ gameId, of, name, kind, version }) {
  const address = usePicture(gameId, of, version);
  return address && html`<img class=${kind} src=${address} alt=${kind === "portrait" ? `Portrait of ${name}` : name} />`;
}
