// A button with a small sheet under it, which Esc and a click beside it shut.
import { html, useEffect, useRef, useState } from "../ui.js";

export function Popover({ label, title = label, children, openAt = 0, look = "" }) {
  const [isOpen, set] = useState(false);
  const box = useRef(null);
  const button = useRef(null);
  useEffect(() => {
    if (openAt) set(true);
  }, [openAt]);
  useEffect(() => {
    if (!isOpen) return undefined;
    box.current.querySelector(".popover")?.focus();
    const shut = (event) => {
      const isEscape = event.type === "keydown" && event.key === "Escape";
      if (!isEscape && (event.type === "keydown" || box.current.contains(event.target))) return;
      if (isEscape) {
        event.preventDefault();
        event.stopPropagation();
        button.current.focus();
      }
      set(false);
    };
    addEventListener("keydown", shut, true);
    addEventListener("pointerdown", shut);
    return () => {
      removeEventListener("keydown", shut, true);
      removeEventListener("pointerdown", shut);
    };
  }, [isOpen]);
  return html`<div class="popover-holder" ref=${box}>
    <button type="button" class="quiet ${look}" ref=${button} aria-expanded=${isOpen} aria-label=${title} onClick=${() => set(!isOpen)}>${label}</button>
    ${isOpen && html`<div class="popover" role="group" aria-label=${title} tabindex="-1">${children}</div>`}
  </div>`;
}
