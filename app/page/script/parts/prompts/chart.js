// The columns of a game's prompts by turn, and as a curve what was spent: drawn by uPlot, which only this loads.
import { taste } from "../../store.js";
import { number } from "../../text.js";
import { html, useEffect, useMedia, useRef, useState } from "../../ui.js";

const VENDOR = "vendor/uplot/";
const HEIGHT = 280;

/** The library, with its style sheet as a file. */
async function plotter() {
  const address = new URL(`../../../${VENDOR}`, import.meta.url);
  if (!document.querySelector(`link[href="${address}uPlot.min.css"]`)) {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `${address}uPlot.min.css` });
    document.head.append(sheet);
  }
  return (await import(`${address}uPlot.esm.js`)).default;
}

/** `rows` as `byTurn` gives them; `onChoose` is given the turn that is clicked. The legend gives the colours: what is drawn
 * on a canvas knows no custom properties. A table says the same to whoever does not see it. */
export function UsageChart({ rows, hasSpend, onChoose }) {
  const box = useRef(null);
  const legend = useRef(null);
  const [at, point] = useState(null);
  const isDark = useMedia("(prefers-color-scheme: dark)");
  const [theme, setTheme] = useState(taste.get().theme);
  useEffect(() => taste.subscribe((value) => setTheme(value.theme)), []);
  useEffect(() => {
    if (!rows.length) return undefined;
    let plot = null;
    let isOver = false;
    const watcher = new ResizeObserver(() => plot?.setSize({ width: box.current.clientWidth, height: HEIGHT }));
    plotter().then((uPlot) => {
      if (isOver) return;
      plot = new uPlot(options(uPlot, rows, colours(legend.current, box.current), box.current.clientWidth, hasSpend, point), columns(rows, hasSpend), box.current);
      watcher.observe(box.current);
    });
    return () => {
      isOver = true;
      watcher.disconnect();
      plot?.destroy();
    };
  }, [rows, hasSpend, isDark, theme]);
  const first = rows[0]?.turn;
  const last = rows.at(-1)?.turn;
  return html`<figure class="chart">
    <div class="chart-box" role="img" aria-label=${`Tokens of the prompts of turns ${first} to ${last}${hasSpend ? ", and what was spent" : ""}. The table says the same.`} ref=${box} onClick=${() => at !== null && rows[at] && onChoose(rows[at].turn)} />
    <figcaption>
      <ul class="legend meta" ref=${legend}>
        <li><i class="swatch share-memory" data-series="memory" aria-hidden="true" />memory</li>
        <li><i class="swatch share-said" data-series="said" aria-hidden="true" />what was said</li>
        <li><i class="swatch share-state" data-series="state" aria-hidden="true" />how things stand, and what is fixed</li>
        ${hasSpend && html`<li><i class="swatch curve" data-series="spent" aria-hidden="true" />spent, in and out</li>`}
      </ul>
      <p class="meta pointed">${at !== null && rows[at] ? inWords(rows[at]) : "A column says more when it is pointed at, and leads to its prompt."}</p>
    </figcaption>
  </figure>`;
}

const sumOf = ({ shares }) => (shares ? shares.state + shares.fixed : 0);
export const spentIn = ({ spend }) => (spend ? spend.input_tokens + spend.output_tokens : 0);

function inWords(row) {
  const shares = row.shares ? `memory ${number(row.shares.memory)}, said ${number(row.shares.said)}, the rest ${number(sumOf(row))}` : "no prompt";
  return `Turn ${row.turn}: ${shares}${row.spend ? `; spent ${number(spentIn(row))}` : ""}`;
}

/** The rows whose turns are written below: the first, and round numbers with room between them. */
function marked(rows, width) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((each) => (rows.length / each) * 64 <= width) ?? 1000;
  return rows.flatMap(({ turn }, at) => (at === 0 || (turn % step === 0 && at * (width / rows.length) >= 56) ? [at] : []));
}

/** The series, each from the ground up, so that the later ones stand before the earlier: that is how columns are stacked. */
function columns(rows, hasSpend) {
  const state = rows.map(sumOf);
  const said = rows.map((row, at) => state[at] + (row.shares?.said ?? 0));
  const memory = rows.map((row, at) => said[at] + (row.shares?.memory ?? 0));
  return [rows.map((_, at) => at), memory, said, state, ...(hasSpend ? [rows.map(spentIn)] : [])];
}

function colours(legend, box) {
  const of = (name) => getComputedStyle(legend.querySelector(`[data-series="${name}"]`) ?? legend).backgroundColor;
  const { color, borderColor, fontFamily } = getComputedStyle(box);
  return { memory: of("memory"), said: of("said"), state: of("state"), spent: of("spent"), text: color, lines: borderColor, font: `13px ${fontFamily}` };
}

function options(uPlot, rows, { memory, said, state, spent, text, lines, font }, width, hasSpend, point) {
  const bars = uPlot.paths.bars({ size: [0.8, 28] });
  const column = (fill) => ({ fill, width: 0, paths: bars, points: { show: false } });
  const axis = { stroke: text, font, ticks: { show: false } };
  return {
    width,
    height: HEIGHT,
    padding: [8, 0, 0, 16],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { x: { time: false, range: [-0.6, rows.length - 0.4] }, y: { range: (_, __, most) => [0, Math.max(most * 1.05, 100)] } },
    axes: [
      { ...axis, size: 28, grid: { show: false }, splits: () => marked(rows, width), values: (_, marks) => marks.map((at, first) => `${first ? "" : "turn "}${rows[at].turn}`) },
      { ...axis, side: 1, size: 52, grid: { stroke: lines, width: 1 }, values: (_, marks) => marks.map(number) },
    ],
    series: [{}, column(memory), column(said), column(state), ...(hasSpend ? [{ stroke: spent, width: 2, points: { show: rows.length < 3, fill: spent } }] : [])],
    hooks: { setCursor: [(plot) => point(plot.cursor.idx ?? null)] },
  };
}
