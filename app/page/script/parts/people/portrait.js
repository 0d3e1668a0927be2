// A person's picture, which the game master may choose.
import { ask, get } from "../../api.js";
import { useAsked } from "../../asking.js";
import { html, useRef, useState } from "../../ui.js";
import { Done, useDoing } from "../doing.js";
import { Picture } from "../picture.js";

export function Portrait({ game, person }) {
  const [version, changed] = useState(0);
  const { value } = useAsked(() => get(`/games/${game.id}/pictures`), [game.id, version]);
  const doing = useDoing();
  const input = useRef(null);
  const path = `/games/${game.id}/pictures/${encodeURIComponent(person.id)}`;
  const chosen = async () => {
    const [file] = input.current.files;
    input.current.value = "";
    if (file && (await doing.run(() => ask("PUT", path, new Blob([file]))))) changed(Date.now());
  };
  const isThere = value?.items.includes(person.id);
  return html`<div class="person-portrait">
    ${isThere && html`<${Picture} gameId=${game.id} of=${person.id} name=${person.name} kind="portrait" version=${version} />`}
    <p><button type="button" class="quiet linked" onClick=${() => input.current.click()}>${isThere ? "Another picture" : "Choose a picture"}</button> <${Done} doing=${doing} /></p>
    <input type="file" hidden accept="image/png,image/jpeg,image/webp" ref=${input} onChange=${chosen} aria-label=${`A picture of ${person.name}`} />
  </div>`;
}
