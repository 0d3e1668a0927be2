// In Settings: a card, a lorebook or an edited scenario comes into the open game.
import { html, useRef, useState } from "../../ui.js";
import { Bring } from "./bring.js";

export function IntoGame({ game }) {
  const [file, setFile] = useState(null);
  const input = useRef(null);
  const chosen = () => {
    const [found] = input.current.files;
    input.current.value = "";
    if (found) setFile(found);
  };
  return html`
    <p class="buttons"><button type="button" class="secondary" onClick=${() => input.current.click()}>Open a file</button></p>
    <input type="file" hidden accept=".json,.png,.charx,.zip,.jpg,.jpeg" ref=${input} onChange=${chosen} aria-label="A card, a lorebook or the edited scenario" />
    <p class="meta">A character card comes to the party as a person, a lorebook becomes what the world or a person knows, and the game’s own scenario can be brought in as you have edited it.</p>
    ${file && html`<${Bring} file=${file} into=${game} onLeave=${() => setFile(null)} onDone=${() => game.refresh()} />`}`;
}
