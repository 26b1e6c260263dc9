/** The style of the page. No font, picture or script comes from elsewhere; light or dark as the reader has it. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #fff; --line: #dfe3e8; --text: #1b2027; --quiet: #59636f; --link: #0b5cad;
  --good: #1a7f4b; --known: #4c74a8; --doubt: #9a5b00; --bad: #c02b2b; --wrong: #7d3fb5; --rest: #6b7480;
  --rate: #aab4bf; --pause: #59636f; --settle: #1b2027;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101418; --line: #2c343d; --text: #e6eaef; --quiet: #9ba7b4; --link: #7db5f5;
    --good: #45b87f; --known: #86a9d8; --doubt: #e2a545; --bad: #f27d77; --wrong: #c39af0; --rest: #8b96a3;
    --rate: #4a545f; --pause: #9ba7b4; --settle: #e6eaef;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 100%/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
header, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
header { padding-top: clamp(1.75rem, 5vw, 3.5rem); }
h1 { margin: .5rem 0 0; max-width: 30ch; font-size: clamp(1.5rem, 1.1rem + 2vw, 2.25rem); line-height: 1.2; text-wrap: balance; }
h2 { margin: 0 0 1rem; font-size: 1.125rem; }
p, dl, dd, figure { margin: 0; }
p, ol { max-width: 72ch; }
ol { margin: 0; padding-left: 1.15rem; }
section { padding: 2rem 0; }
section + section, footer p { border-top: 1px solid var(--line); }
code { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .9em; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem .75rem; background: var(--page); }
.good { color: var(--good); fill: var(--good); } .known { color: var(--known); fill: var(--known); }
.doubt { color: var(--doubt); fill: var(--doubt); } .bad { color: var(--bad); fill: var(--bad); }
.wrong { color: var(--wrong); fill: var(--wrong); } .rest { color: var(--rest); fill: var(--rest); }
.wait-rate { color: var(--rate); fill: var(--rate); } .wait-store { color: var(--pause); fill: var(--pause); }
.wait-settle { color: var(--settle); fill: var(--settle); }
.status { font-size: .875rem; font-weight: 600; }
.status::before { display: inline-block; width: 1.5em; margin-right: .5rem; border: 2px solid; border-radius: 50%; line-height: 1.35; text-align: center; }
.status.good::before { content: "✓" / ""; } .status.known::before { content: "i" / ""; }
.status.doubt::before { content: "!" / ""; } .status:is(.bad, .wrong)::before { content: "✕" / ""; }
.why, .about { margin-top: .75rem; color: var(--quiet); }
.quiet, dt, figcaption, footer { color: var(--quiet); font-size: .875rem; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 11.5rem), 1fr)); gap: 1rem 1.25rem; }
figure + .facts { margin-top: 1.5rem; }
.facts dd { font-size: .9375rem; }
.facts div:has(code, br) { grid-column: 1 / -1; }
li code, .facts code { display: inline-block; max-width: 100%; }
.facts code { margin-right: .75rem; }
.bar { display: block; border-radius: 5px; }
.bar rect { stroke: var(--page); stroke-width: 2px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1.25rem 1.5rem; margin-top: 1.25rem; }
.tiles dt::before { content: "■ "; }
.tiles .name { color: var(--quiet); }
.tiles dd { font-size: 1.5rem; font-weight: 600; }
.tiles small { font-size: .8125rem; font-weight: 400; color: var(--quiet); }
.note { margin-top: 1.25rem; }
figure + figure { margin-top: 1.25rem; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; margin-bottom: .4rem; }
.plot { display: block; border-bottom: 1px solid var(--line); fill: var(--rest); }
details + details { border-top: 1px solid var(--line); }
p + details { margin-top: .5rem; }
summary { display: grid; grid-template-columns: .75rem 5.5rem 6rem minmax(0, 1fr); gap: 0 1rem; align-items: baseline; padding: .65rem 0; cursor: pointer; }
summary::before { content: "▸"; color: var(--quiet); }
details[open] > summary::before { content: "▾"; }
summary::-webkit-details-marker { display: none; }
.outcome { font-weight: 600; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; margin-bottom: 1.25rem; font-size: .875rem; }
th, td { padding: .4rem 1rem .4rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { border: 0; color: var(--quiet); }
th.key { width: 20%; } th.name { width: 28%; } th.value { width: 20%; }
.number { width: 5rem; text-align: right; white-space: nowrap; }
footer p { max-width: none; padding: 1.25rem 0 3rem; }
@media screen and (max-width: 48rem) {
  thead { position: absolute; left: -999rem; }
  tr { display: flex; flex-wrap: wrap; gap: .1rem .75rem; padding: .5rem 0; border-top: 1px solid var(--line); }
  td { padding: 0; border: 0; }
  td.number { width: auto; color: var(--quiet); }
  td.number::before { content: attr(data-before); }
  summary { grid-template-columns: .75rem 1fr auto; }
  summary > :last-child { grid-column: 2 / -1; }
}
@media print {
  :root { --page: #fff; --line: #ccc; --text: #000; --quiet: #444; }
  body { font-size: 80%; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  tr, figure, .tiles div { break-inside: avoid; }
  h1, h2, summary, thead { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;
