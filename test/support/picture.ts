import { type Cell, Emulator, type Look } from './emulator.ts';

/** The size of a character in the picture: what monospace fonts have at 14 pixels. */
const [cellWidth, lineHeight, fontSize] = [8.4, 19, 14];
const margin = 16;
const titleHeight = 34;

/** The colours of the palette that shop-cli uses, on a light and on a dark background. */
const styles = `
  .window { fill: #ffffff; stroke: #d0d7de; }
  .line { stroke: #d0d7de; }
  text { font: ${fontSize}px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; white-space: pre; }
  .bold { font-weight: 600; }
  .dim, .title { fill: #656d76; }
  .color1 { fill: #cf222e; }
  .color2 { fill: #116329; }
  .color3 { fill: #7d4e00; }
  .color4 { fill: #0969da; }
  .color6 { fill: #1b7c83; }
  @media (prefers-color-scheme: dark) {
    .window { fill: #0d1117; stroke: #30363d; }
    .line { stroke: #30363d; }
    text { fill: #e6edf3; }
    .dim, .title { fill: #8d96a0; }
    .color1 { fill: #ff7b72; }
    .color2 { fill: #3fb950; }
    .color3 { fill: #d29922; }
    .color4 { fill: #58a6ff; }
    .color6 { fill: #39c5cf; }
  }
`;

/** What a terminal of this width shows of a program's output, as an SVG of selectable text with the command line as its title. */
export async function picture(commandLine: string, output: string, columns: number): Promise<string> {
  const screen = new Emulator(columns, 1);
  await screen.write(output);
  const rows = screen.cells.map((row) => row.filter(({ width }) => width > 0));
  screen.dispose();
  while (rows.length > 0 && isBlank(rows.at(-1) ?? [])) rows.pop();
  const width = Math.ceil(columns * cellWidth) + 2 * margin;
  const height = titleHeight + rows.length * lineHeight + 2 * margin - 6;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(commandLine)}">`,
    `<style>${styles}</style>`,
    `<rect class="window" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>`,
    `<line class="line" x1="0.5" x2="${width - 0.5}" y1="${titleHeight}.5" y2="${titleHeight}.5"/>`,
    `<text class="title" x="${margin}" y="22">$ ${escapeXml(commandLine)}</text>`,
    ...rows.flatMap((row, at) => rowText(row, titleHeight + margin + at * lineHeight + fontSize - 2)),
    '</svg>',
    '',
  ].join('\n');
}

interface Run {
  readonly column: number;
  readonly columns: number;
  readonly text: string;
  readonly look: Look;
}

function rowText(row: readonly Cell[], y: number): readonly string[] {
  const runs = runsOf(row).filter(({ text }) => text.trim() !== '');
  return runs.map(({ column, columns, text, look }) => {
    const kinds = [
      look.isBold ? 'bold' : '',
      look.isDim ? 'dim' : '',
      look.color === undefined ? '' : `color${look.color}`,
    ].filter(Boolean);
    const named = kinds.length > 0 ? ` class="${kinds.join(' ')}"` : '';
    const place = `x="${round(margin + column * cellWidth)}" y="${y}" textLength="${round(columns * cellWidth)}"`;
    return `<text${named} ${place}>${escapeXml(text)}</text>`;
  });
}

/** Neighbours that look alike, so that text can be selected; what is not ASCII stands alone in its place, since fonts have it in other widths. */
function runsOf(row: readonly Cell[]): readonly Run[] {
  const runs: Run[] = [];
  let column = 0;
  for (const { width, character, ...look } of row) {
    const before = runs.at(-1);
    // A rule is one run too.
    const isPlain = /^[ -~─]$/.test(character);
    const joins =
      before &&
      before.column + before.columns === column &&
      isPlain &&
      /[ -~─]$/.test(before.text) &&
      sameLook(before.look, look) &&
      !(character === ' ' && before.text.endsWith(' '));
    if (joins) runs[runs.length - 1] = { ...before, columns: before.columns + width, text: before.text + character };
    else if (character !== ' ' || !isPlain)
      runs.push({ column, columns: width, text: character, look: { character, ...look } });
    column += width;
  }
  return runs.map(withoutEnd);
}

function withoutEnd(run: Run): Run {
  const text = run.text.trimEnd();
  return { ...run, text, columns: run.columns - (run.text.length - text.length) };
}

const sameLook = (one: Look, other: Omit<Look, 'character'>): boolean =>
  one.isBold === other.isBold && one.isDim === other.isDim && one.color === other.color;

const isBlank = (row: readonly Cell[]): boolean => row.every(({ character }) => character === ' ');

const round = (length: number): string => String(Math.round(length * 10) / 10);

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
