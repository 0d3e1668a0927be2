// A part of the page that few readers need, loaded when it is first shown.
import { Loading, html, useEffect, useState } from "../ui.js";

/** The part of this name in the module that `load` gives; all else is given to it. */
export function Later({ load, part, ...given }) {
  const [module, set] = useState(null);
  useEffect(() => {
    let isOver = false;
    load().then((found) => !isOver && set(found));
    return () => {
      isOver = true;
    };
  }, []);
  return module ? html`<${module[part]} ...${given} />` : html`<${Loading} />`;
}

/** What is kept on this device, for where no server answers. */
export const loadKept = () => import("./kept.js");
