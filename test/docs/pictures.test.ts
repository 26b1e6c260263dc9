import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Cell, Emulator, type Look } from '../support/emulator.ts';
import { bin } from '../support/programs.ts';
import { canary, ownDirectory } from '../support/run.ts';
import { type Behaviour, json, serveSandbox, serveStore, type TestStore } from '../support/store.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { typed } from '../support/words.ts';

/** The pictures of README.md and docs/: what the built program shows in a terminal. `npx vitest run test/docs --update` draws them anew. */
const pictures: readonly (readonly [name: string, line: string])[] = [
  ['products-list', 'products list --search "*tyre*"'],
  ['basket', 'baskets get 42212126-9CF9-49D8-8E52-5B2858894145'],
  ['order-full', 'orders get 1001'],
  ['order-masked', 'orders get 1001 --mask-pii'],
  ['product', 'products get 206'],
  ['customer', 'customers get 101'],
  ['addresses', 'addresses list --customer 101'],
  ['import', 'products import examples/products.csv --yes'],
  ['error', 'addresses update 301 --customer 101 --country uk --house-number x'],
];

/** Of every picture. */
const columns = 92;

test.each(pictures)('docs/pictures/%s.svg is what a terminal shows', async (name, line) => {
  const { url } = await (name === 'basket' ? serveInEnglish() : serveSandbox());
  const terminal = openTerminal(typed(line), { columns, env: environmentOf(url) });
  await terminal.ended();
  await expect(await picture(`shop-cli ${line}`, upToTotal(shownIn(terminal, url)), columns)).toMatchFileSnapshot(
    `../../docs/pictures/${name}.svg`,
  );
});

test('docs/pictures/continue.svg is what a terminal shows of an import that is killed and started again', {
  timeout: 150_000,
}, async () => {
  const { url } = await serveSandbox({ empty: true });
  const [env, directory] = [environmentOf(url), ownDirectory()];
  const open = (line: string, program?: readonly string[]): Terminal =>
    openTerminal(typed(line), { columns, env, ...(program && { program }) });
  const importing = 'products import examples/products.csv --settle 2s --yes';

  const pidFile = join(directory, 'pid');
  const noted = ['/bin/sh', '-c', `echo $$ > ${pidFile}; exec "$@"`, 'sh', process.execPath, bin];
  const killed = open(`${importing} --rate 30/s`, noted);
  await killed.waitFor(/[23]\d of 69/);
  process.kill(Number(await readFile(pidFile, 'utf8')), 'SIGKILL');
  await killed.ended();
  const continued = open(importing);
  await continued.ended();
  const verified = open('imports verify --quiet');
  await verified.ended();

  const half = shownIn(killed, url);
  const shown = [
    `${half.slice(0, half.indexOf('Sending'))}${half.match(/Sending .*\r\n/)?.[0]}${red('Killed')}\r\n\r\n`,
    `$ shop-cli ${importing}\r\n${shownIn(continued, url)}\r\n$ shop-cli imports verify --quiet\r\n`,
    // How far the first one came is chance.
    shownIn(verified, url),
  ];
  const fixed = shown
    .join('')
    .replace(/\d+ of 69 rows are/, '31 of 69 rows are')
    .replace(/^.*settle time.*\r\n/m, '');
  const settled = fixed
    .replace(/Looking up \d+ rows?/, 'Looking up 5 rows')
    .replace(/Sending \d+ rows?(?= to \S+, up to 16 at a time\.)/, 'Sending 33 rows')
    .replace(/\d+ created now, \d+ before/, '38 created now, 31 before');
  await expect(await picture(`shop-cli ${importing} --rate 30/s`, settled, columns)).toMatchFileSnapshot(
    '../../docs/pictures/continue.svg',
  );
});

test('docs/pictures/support.svg is what a terminal shows of a caller who is found by name, and the receipt of the order', async () => {
  const { url } = await serveSandbox();
  const env = environmentOf(url);
  const shown: string[] = [];
  const lines = ['customers find carter', 'orders get 1001'];
  for (const line of lines) {
    const terminal = openTerminal(typed(line), { columns, env });
    await terminal.ended();
    shown.push(upToTotal(shownIn(terminal, url)));
  }
  await expect(
    await picture(`shop-cli ${lines[0]}`, shown.join(`\r\n$ shop-cli ${lines[1]}\r\n`), columns),
  ).toMatchFileSnapshot('../../docs/pictures/support.svg');
});

/** A store whose own language is English: that of the sandbox is Dutch, and shop-cli asks for a language of products alone. */
async function serveInEnglish(): Promise<TestStore> {
  const { url } = await serveSandbox();
  const inEnglish: Behaviour = async ({ path, query }, response) => {
    const answer = await fetch(`${url}${path}?${query}`, { headers: { 'accept-language': 'en' } });
    json(response, answer.status, await answer.text());
  };
  return await serveStore(inEnglish);
}

function environmentOf(url: string): Readonly<Record<string, string>> {
  const home = ownDirectory();
  return {
    SHOP_URL: url,
    SHOP_TOKEN: canary,
    SHOP_LANGUAGE: 'en',
    HOME: home,
    XDG_STATE_HOME: home,
    XDG_DATA_HOME: home,
  };
}

/** The word that the shell prints, which has no colour of its own: it is what the picture is about. */
const red = (word: string): string => `\x1b[1;31m${word}\x1b[0m`;

/** What the program says of a machine that is busy. */
const slowness = /^(?:\d+ s: .*|Waiting \d+ s before counting.*)\r\n/gm;

/** A receipt without what the API has besides: that would be half of the picture. */
const upToTotal = (shown: string): string => shown.replace(/(Total[^\n]*\n)[\s\S]*/, '$1');

/** What the program wrote, with the address of a shop. */
const shownIn = ({ emulator }: Terminal, url: string): string =>
  emulator.raw
    .split('\x1b_shop-cli-ended ')[0]
    ?.replaceAll(url, 'https://shop.example')
    .replaceAll(new URL(url).host, 'shop.example')
    .replaceAll(slowness, '') ?? '';

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
async function picture(commandLine: string, output: string, columns: number): Promise<string> {
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
