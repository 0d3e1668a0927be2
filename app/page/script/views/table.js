// The table, for the game master: narrate, let somebody speak, roll, keep notes, whisper, and give any order.
import { useStore } from "../store.js";
import { html } from "../ui.js";
import { Narrate } from "../parts/table/narrate.js";
import { Talk } from "../parts/talk.js";
import { Notes } from "../parts/table/notes.js";
import { Orders } from "../parts/table/orders.js";
import { Rolls } from "../parts/table/rolls.js";
import { Newest } from "../parts/table/newest.js";

export function Table({ game }) {
  const state = useStore(game.store);
  return html`<main id="main" tabindex="-1" class="table-view" aria-labelledby="table-title">
    <header><h2 class="view-title" id="table-title">The table</h2>
      <p class="under">What you say here is so: players read it as the story, and it can be undone.</p></header>
    <div class="table-columns">
      <div>
        <${Section} title="Narrate"><${Narrate} game=${game} scene=${state.scene} /></${Section}>
        <${Section} title="Roll"><${Rolls} game=${game} scene=${state.scene} /></${Section}>
        <${Section} title="Notes"><${Notes} game=${game} scene=${state.scene} /></${Section}>
      </div>
      <div>
        <${Section} title="Told last"><${Newest} game=${game} state=${state} /></${Section}>
        <${Section} title="Table talk"><${Talk} game=${game} state=${state} /></${Section}>
        <${Section} title="Any order"><${Orders} game=${game} /></${Section}>
      </div>
    </div>
  </main>`;
}

const Section = ({ title, children }) => html`<section class="table-section" aria-label=${title}><h3 class="serif">${title}</h3>${children}</section>`;
