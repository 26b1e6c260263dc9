/** The style of the report. No font, picture or script comes from elsewhere; light or dark as the reader has it. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fff; --raised: #f6f7f9; --line: #dfe3e8; --text: #1b2027; --quiet: #59636f; --link: #0b5cad;
  --good: #1a7f4b; --known: #4c74a8; --doubt: #9a5b00; --bad: #c02b2b; --rest: #79828e; --plot: #4c74a8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101418; --raised: #191f26; --line: #2c343d; --text: #e6eaef; --quiet: #9ba7b4; --link: #7db5f5;
    --good: #45b87f; --known: #86a9d8; --doubt: #e2a545; --bad: #f27d77; --rest: #75808d; --plot: #86a9d8;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
body { margin: 0; background: var(--page); color: var(--text); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
header, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
header { padding-top: clamp(1.75rem, 5vw, 3.5rem); }
h1 { margin: .5rem 0 0; max-width: 30ch; font-size: clamp(1.5rem, 1.1rem + 2vw, 2.25rem); line-height: 1.2; font-weight: 650; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0 0 1rem; font-size: 1.125rem; line-height: 1.3; font-weight: 650; }
h3 { margin: 0 0 .25rem; font-size: .875rem; font-weight: 600; }
p { margin: 0; max-width: 72ch; }
section { padding: 2rem 0; border-top: 1px solid var(--line); }
section:first-child { border-top: 0; }
a { color: var(--link); text-underline-offset: .15em; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; border-radius: 2px; }
code, .key { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; padding: .5rem .75rem; background: var(--page); }
.status { display: flex; align-items: center; gap: .5rem; font-size: .875rem; font-weight: 600; }
.status svg { flex: none; }
.good { color: var(--good); } .known { color: var(--known); } .doubt { color: var(--doubt); } .bad { color: var(--bad); } .rest { color: var(--quiet); }
.fill-good { fill: var(--good); } .fill-known { fill: var(--known); } .fill-doubt { fill: var(--doubt); } .fill-bad { fill: var(--bad); } .fill-rest { fill: var(--rest); } .fill-plot { fill: var(--plot); }
.why { margin-top: .75rem; font-size: 1.0625rem; color: var(--quiet); white-space: pre-line; }
.quiet { color: var(--quiet); font-size: .875rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11.5rem), 1fr)); gap: 1rem 1.25rem; margin: 1.75rem 0 2rem; }
.facts dt, .tiles dt { color: var(--quiet); font-size: .8125rem; }
dd { margin: 0; }
.facts dd { font-size: .9375rem; }
.facts .wide { grid-column: 1 / -1; }
.facts code + code { margin-left: .75rem; }
.bar { display: block; border-radius: 5px; overflow: hidden; }
.bar rect { stroke: var(--page); stroke-width: 2px; }
.mark { stroke: var(--page); stroke-width: 1.75px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1.25rem 1.5rem; margin: 1.25rem 0 0; }
.tiles dt { display: flex; align-items: center; gap: .4rem; }
.tiles dd { font-size: 1.5rem; line-height: 1.3; font-weight: 600; letter-spacing: -.01em; }
.tiles small { font-size: .8125rem; font-weight: 400; letter-spacing: 0; color: var(--quiet); }
.note { margin-top: 1.25rem; }
.steps { margin: 0; padding-left: 1.15rem; max-width: 72ch; }
.steps code, .facts code { display: inline-block; max-width: 100%; }
.steps li + li { margin-top: .35rem; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 2rem 3rem; }
figure { margin: 0; min-width: 0; }
figure + figure { margin-top: 1.75rem; }
.pair figure + figure { margin-top: 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: .4rem; font-size: .875rem; }
figcaption b { font-weight: 600; }
figcaption span { color: var(--quiet); }
.plot { display: block; }
.plot text { fill: var(--quiet); font-size: 12px; stroke: var(--page); stroke-width: 4px; paint-order: stroke; }
.plot line { stroke: var(--line); }
.lane { background: var(--raised); border-radius: 3px; }
table { width: 100%; border-collapse: collapse; font-size: .875rem; }
.spaced { margin-top: 2rem; }
caption { padding-bottom: .75rem; text-align: left; color: var(--quiet); }
th, td { padding: .5rem 1rem .5rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--quiet); font-size: .8125rem; font-weight: 600; white-space: nowrap; }
tbody th { font-weight: 400; }
.number { text-align: right; white-space: nowrap; }
.outcome { white-space: nowrap; font-weight: 600; }
.key { min-width: 7rem; }
.message { min-width: 16rem; }
#problems { margin-bottom: .25rem; }
#problems + p { margin-bottom: .75rem; }
details + details { border-top: 1px solid var(--line); }
summary { display: grid; grid-template-columns: .75rem 5.5rem 6rem minmax(0, 1fr); gap: 0 1rem; align-items: baseline; padding: .65rem 0; font-size: .9375rem; cursor: pointer; }
summary .number { text-align: left; }
summary::before { content: "▸"; color: var(--quiet); }
details[open] > summary::before { content: "▾"; }
summary::-webkit-details-marker { display: none; }
details table, details > p { width: calc(100% - 1.75rem); margin: 0 0 1.25rem 1.75rem; }
details tbody tr:last-child td { border-bottom: 0; }
details th:nth-child(2) { width: 18rem; }
details td.number, details th.number { width: 5rem; padding-right: 1.5rem; }
footer { padding-top: 1.5rem; padding-bottom: 3rem; color: var(--quiet); font-size: .8125rem; }
footer p { border-top: 1px solid var(--line); padding-top: 1.25rem; max-width: none; }
@media screen and (max-width: 48rem) {
  th, td { padding-right: .6rem; }
  .stacked, .stacked tbody, .stacked caption { display: block; }
  .stacked thead { position: absolute; left: -999rem; }
  .stacked tr { display: grid; grid-template-columns: auto 1fr auto; gap: .1rem .75rem; padding: .5rem 0; border-top: 1px solid var(--line); }
  .stacked th, .stacked td { padding: 0; border: 0; min-width: 0; }
  .stacked .number { text-align: left; color: var(--quiet); }
  .stacked .number::before { content: attr(data-before); }
  .stacked .message, .stacked .product { grid-column: 1 / -1; }
  .stacked td:empty { display: none; }
  .stacked td.number { width: auto; }
  .stacked .key, .stacked .message { min-width: 0; }
  summary { grid-template-columns: .75rem 1fr auto; }
  summary > :last-child { grid-column: 2 / -1; }
}
@media screen and (max-width: 26rem) {
  .steps code { display: inline; }
  table { font-size: .8125rem; }
  th, td { padding-right: .4rem; }
}
@media print {
  :root { --page: #fff; --raised: #f6f7f9; --line: #ccc; --text: #000; --quiet: #444; --link: #000; --good: #1a7f4b; --known: #4c74a8; --doubt: #9a5b00; --bad: #c02b2b; --rest: #79828e; --plot: #4c74a8; }
  html { font-size: 80%; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  header, main, footer { max-width: none; padding-left: 0; padding-right: 0; }
  section { padding: 1.25rem 0; }
  figure, tr, .tiles div { break-inside: avoid; }
  h2, summary { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .skip { display: none; }
}
`;
