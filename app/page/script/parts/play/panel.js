// The panel beside the story; in a narrow window a sheet over it, which takes the focus and gives it back.
import { html, useEffect, useRef } from "../../ui.js";
import { Later } from "../later.js";
import { Here } from "./here.js";
import { Remembered, countOf } from "./remembered.js";

const STORY = [["here", "Here"], ["remembered", "Remembered"]];
const loadTalk = () => import("../talk.js");
const ALL = [...STORY, ["talk", "Table talk"]];

export function Panel({ game, state, turn, isNarrow, play }) {
  const { tab, isOpen } = state.panel;
  const tabs = game.mayAct ? ALL : STORY; // who only looks on has no part in the talk
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
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = tabs.findIndex(([name]) => name === tab) + step;
    const [other] = tabs[(at + tabs.length) % tabs.length];
    game.show(other);
    box.current.querySelector(`#tab-${other}`).focus();
  };
  const played = (line) => {
    if (isSheet) close();
    play(line);
  };
  const count = turn ? countOf(turn) : 0;
  return html`${isSheet && html`<div class="shade" onClick=${close} aria-hidden="true" />`}
    <aside class="panel ${isSheet ? "sheet" : ""}" role=${isSheet ? "dialog" : null} aria-modal=${isSheet ? "true" : null} aria-label=${tabs.find(([name]) => name === tab)[1]} tabindex="-1" ref=${box}>
      <div class="panel-head">
        <div class="tabs" role="tablist" onKeyDown=${arrows}>
          ${tabs.map(([name, label]) => html`<button type="button" role="tab" id=${`tab-${name}`} aria-controls="panel-body" aria-selected=${name === tab} tabindex=${name === tab ? 0 : -1} onClick=${() => game.show(name)}>${label}${name === "remembered" && count > 0 && html` <small>${count}</small>`}${name === "talk" && state.unread > 0 && html` <small class="unread">${state.unread}<span class="unseen"> new</span></small>`}</button>`)}
        </div>
        ${isSheet && html`<button type="button" class="quiet" onClick=${close}>Close</button>`}
      </div>
      <div id="panel-body" class="panel-body" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0">
        ${tab === "here" && html`<${Here} game=${game} scene=${state.scene} play=${played} />`}
        ${tab === "remembered" && html`<${Remembered} game=${game} state=${state} turn=${turn} close=${isSheet ? close : null} />`}
        ${tab === "talk" && html`<${Later} load=${loadTalk} part="Talk" game=${game} state=${state} />`}
      </div>
    </aside>`;
}
