// One operation: what it does, what it takes and answers, and how one asks for it.
import { html, useState } from "../ui.js";
import { Field, Schema, Text } from "./schema.js";

export function Operation({ operation, schemas, language, onLanguage }) {
  const { about, parameters, body, answer, status } = operation;
  return html`
    ${about.map((text) => html`<p><${Text} text=${text} /></p>`)}
    ${parameters.length > 0 &&
    html`<h4>Parameters</h4>
      <ul class="docs-fields">
        ${parameters.map(({ name, schema, description, required, in: place }) =>
          html`<${Field} key=${name} name=${name} field=${{ ...schema, description: [place === "query" ? "" : `in the ${place}`, description].filter(Boolean).join("; ") }} isNeeded=${required} schemas=${schemas} />`)}
      </ul>`}
    ${body && html`<h4>Body</h4><${Schema} schema=${body} schemas=${schemas} />`}
    <h4>Answer: ${status}</h4>
    ${answer ? html`<${Schema} schema=${answer} schemas=${schemas} />` : html`<p>No JSON.</p>`}
    <${Samples} samples=${operation.samples} language=${language} onLanguage=${onLanguage} />
  `;
}

function Samples({ samples, language, onLanguage }) {
  const [isCopied, setCopied] = useState(false);
  const { source } = samples.find(({ label }) => label === language) ?? samples[0];
  const copy = async () => {
    await navigator.clipboard.writeText(source);
    setCopied(true);
  };
  return html`<div class="docs-samples">
    <div class="choice-of" role="group" aria-label="Language of the sample">
      ${samples.map(({ label }) => html`<button key=${label} aria-pressed=${label === language} onClick=${() => (setCopied(false), onLanguage(label))}>${label}</button>`)}
    </div>
    <button class="secondary" onClick=${copy}>${isCopied ? "Copied" : "Copy"}</button>
    <pre tabindex="0"><code>${source}</code></pre>
  </div>`;
}
