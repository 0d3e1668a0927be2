// The documentation of the HTTP API at /docs: the server's OpenAPI document, to be searched and opened. `#take_turn` opens
// an operation.
import { html, Loading, render, useEffect, useMemo, useState } from "../ui.js";
import { byTag, operationsOf, withWords } from "./document.js";
import { Operation } from "./operation.js";
import { Unfolding } from "./schema.js";

function Docs() {
  const [document_, setDocument] = useState(null);
  const [failure, setFailure] = useState("");
  const [words, setWords] = useState("");
  const [language, setLanguage] = useState("curl");
  useEffect(() => {
    fetch("/v1/openapi.json")
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`The server answered ${answer.status}.`))))
      .then(setDocument)
      .catch(({ message }) => setFailure(message));
  }, []);
  const operations = useMemo(() => (document_ ? operationsOf(document_) : []), [document_]);
  useEffect(() => {
    const show = () => open(location.hash.slice(1));
    show();
    addEventListener("hashchange", show);
    return () => removeEventListener("hashchange", show);
  }, [operations]);
  if (failure) return html`<main><h1>The HTTP API</h1><p role="alert">${failure}</p></main>`;
  if (!document_) return html`<main><h1>The HTTP API</h1><${Loading} /></main>`;
  const found = byTag(withWords(operations, words));
  return html`
    <nav aria-label="Operations">
      <label>Search <input class="field" type="search" value=${words} onInput=${({ target }) => setWords(target.value)} /></label>
      ${found.map(([tag, members]) => html`<h2 key=${tag}>${tag}</h2>
        <ul>${members.map(({ id, title }) => html`<li key=${id}><a href=${`#${id}`}>${title}</a></li>`)}</ul>`)}
    </nav>
    <main>
      <h1>The HTTP API</h1>
      <p>Version ${document_.info.version}. The same for programs: <a href="/v1/openapi.json">the OpenAPI document</a>. Where
        tokens are asked for, send <code>Authorization: Bearer TOKEN</code>.</p>
      ${found.length === 0 && html`<p role="status">No operation has these words.</p>`}
      ${found.map(([tag, members]) => html`<section key=${tag} aria-labelledby=${`tag-${tag}`}>
        <h2 id=${`tag-${tag}`}>${tag}</h2>
        ${members.map((operation) => html`<${Unfolding} key=${operation.id} id=${operation.id} class="docs-operation" summary=${html`<${Title} operation=${operation} />`}>
          ${() => html`<${Operation} operation=${operation} schemas=${document_.components.schemas} language=${language} onLanguage=${setLanguage} />`}
        <//>`)}
      </section>`)}
    </main>
  `;
}

const Title = ({ operation: { title, method, path, role } }) =>
  html`<h3>${title}</h3> <code><b>${method}</b> ${path}</code> <span class="docs-type">${role}</span>`;

function open(id) {
  const found = id && document.getElementById(id);
  if (!found) return;
  found.open = true;
  found.scrollIntoView();
}

render(html`<${Docs} />`, document.body);
