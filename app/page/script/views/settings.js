// Settings: how the page is read, and for the game master who tells the story and how, who plays, and who may come in.
import { IntoGame } from "../parts/bringing/into_game.js";
import { Export, Title, Trash } from "../parts/settings/keeping.js";
import { Links } from "../parts/settings/links.js";
import { ModelForm } from "../parts/settings/model.js";
import { NarrationForm } from "../parts/settings/narration.js";
import { Players } from "../parts/settings/players.js";
import { Transcript } from "../parts/settings/transcript.js";
import { KeyList, Reading } from "../parts/reading.js";
import { useStore } from "../store.js";
import { html } from "../ui.js";

const AS = { viewer: "You look on: the page shows what the players see.", player: "You play", master: "You are the game master.", admin: "You are the admin: you see and do everything." };

export function Settings({ game }) {
  const { info, scene } = useStore(game.store);
  const { isMaster } = game;
  const as = scene.role === "player" ? `${AS.player} ${game.playerName(scene.player_id)}.` : AS[scene.role];
  return html`<main id="main" tabindex="-1" class="settings" aria-labelledby="settings-title">
    <header><h1 class="view-title" id="settings-title">Settings</h1><p class="under">${as}</p></header>
    <div class="settings-columns">
      <div>
        ${isMaster && html`<${Section} title="Who tells the story"><${ModelForm} key=${game.id} game=${game} /></${Section}>
          <${Section} title="How it is told"><${NarrationForm} key=${game.id} game=${game} /></${Section}>`}
        <${Section} title="On this device"><div class="settings-reading"><${Reading} /><${KeyList} /></div></${Section}>
      </div>
      <div>
        <${Section} title="Players"><${Players} game=${game} scene=${scene} /></${Section}>
        <${Section} title="The story as a text"><${Transcript} game=${game} info=${info} scene=${scene} /></${Section}>
        ${isMaster && html`
          <${Section} title="Links to share"><${Links} game=${game} scene=${scene} /></${Section}>
          <${Section} title="Bring in"><${IntoGame} game=${game} /></${Section}>
          <${Section} title="The game"><${Title} game=${game} info=${info} /><${Export} game=${game} /><${Trash} game=${game} info=${info} role=${scene.role} /></${Section}>`}
      </div>
    </div>
  </main>`;
}

const Section = ({ title, children }) => html`<section class="settings-section" aria-label=${title}><h2 class="serif">${title}</h2>${children}</section>`;
