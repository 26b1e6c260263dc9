// How much of what a store allows the rate limiter uses, in virtual time:
// npm run bench -- rate-limiter [seeds] [--only <part of a name>] [--save <file>] [--compare <file that was saved>]
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';

const options = { only: { type: 'string' }, save: { type: 'string' }, compare: { type: 'string' } };

export async function run(...args) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const seeds = Number(positionals[0] ?? 5);
  const before = values.compare ? JSON.parse(await readFile(values.compare, 'utf8')) : [];
  const { runScenarios } = await bundled('./support/scenarios.ts');
  console.log(`Accepted, as a share of what the store allows; refused, as a share of all requests; the longest stall;
what the process with the fewest and the one with the most got after two minutes, as a share of what is fair.
Median and (worst) of ${seeds} seeds.${values.compare ? ' Each before → after.' : ''}\n`);
  console.log(row('', 'rows/min', 'accepted', 'refused', 'stall', 'fair share'));
  const summaries = [];
  for (const summary of runScenarios(seeds, values.only)) {
    summaries.push(summary);
    const old = before.find(({ name }) => name === summary.name);
    const [now, then] = [cells(summary), old && cells(old)];
    console.log(row(summary.name, ...now.map((cell, at) => (then ? `${then[at]} → ${cell}` : cell))));
  }
  if (values.save) await writeFile(values.save, JSON.stringify(summaries, undefined, 1));
}

const cells = ({ perMinute, median, worst }) => [
  String(Math.round(perMinute)),
  `${percent(median.used)} (${percent(worst.used)})`,
  `${percent(median.refused, 1)} (${percent(worst.refused, 1)})`,
  `${median.stall.toFixed(1)} s (${worst.stall.toFixed(1)} s)`,
  median.least === median.most
    ? ''
    : `${percent(median.least)} (${percent(worst.least)}) to ${percent(median.most)} (${percent(worst.most)})`,
];
const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)} %`;
const row = (name, ...rest) => `${name.padEnd(36)}${rest.map((cell) => cell.padEnd(36)).join('')}`.trimEnd();

/** A module in TypeScript, with what it imports. */
async function bundled(path) {
  const outfile = join(await mkdtemp(join(tmpdir(), 'shop-cli-bench-')), 'bundle.mjs');
  await build({ input: fileURLToPath(new URL(path, import.meta.url)), output: { file: outfile, format: 'esm' } });
  return await import(outfile).finally(() => rm(dirname(outfile), { recursive: true }));
}
