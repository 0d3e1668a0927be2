// The panel beside the story; in a narrow window a sheet over it, which takes the focus and gives it back.
import { html, useEffect, useRef } from "../../ui.js";
import { Here } from "./here.js";
import { Remembered, countOf } from "./remembered.js";

const TABS = [["here", "Here"], ["remembered", "Remembered"]];

export function Panel({ game, state, turn, isNarrow, play }) {
  const { tab, isOpen } = state.panel;
  const box = useRef(null);
  const isSheet = isNarrow && isOpen;
  useEffect(() => {
    if (!isSheet) return undefined;
    const before = document.activeElement;
    box.current?.focus();
    return () => (before?.isConnected ? before.focus() : document.querySelector(`[data-opens="${tab}"]`)?.focus());
  }, [isSheet]);
  if (isNarrow && !isOpen) return null;
  const close = () => game.store.set({ panel: { tab, isOpen: false } });
  const arrows = (event) => {
    if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    const other = TABS.find(([name]) => name !== tab)[0];
    game.show(other);
    box.current.querySelector(`#tab-${other}`).focus();
  };
  const played = (line) => {
    if (isSheet) close();
    play(line);
  };
  const count = turn ? countOf(turn) : 0;
  return html`${isSheet && html`<div class="shade" onClick=${close} aria-hidden="true" />`}
    <aside class="panel ${isSheet ? "sheet" : ""}" role=${isSheet ? "dialog" : null} aria-modal=${isSheet ? "true" : null} aria-label=${TABS.find(([name]) => name === tab)[1]} tabindex="-1" ref=${box}>
      <div class="panel-head">
        <div class="tabs" role="tablist" onKeyDown=${arrows}>
          ${TABS.map(([name, label]) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel-body" aria-selected=${name === tab} tabindex=${name === tab ? 0 : -1} onClick=${() => game.show(name)}>${label}${name === "remembered" && count > 0 && html` <small>${count}</small>`}</button>`)}
        </div>
        ${isSheet && html`<button type="button" class="quiet" onClick=${close}>Close</button>`}
      </div>
      <div id="panel-body" class="panel-body" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0">
        ${tab === "here" ? html`<${Here} game=${game} scene=${state.scene} play=${played} />` : html`<${Remembered} game=${game} state=${state} turn=${turn} close=${isSheet ? close : null} />`}
      </div>
    </aside>`;
}
