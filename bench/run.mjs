// npm run bench -- <name> [arguments]; without a name, every row of the table.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { heading, lineOf } from './rows.mjs';

const inTable = ['startup', 'requests', 'import', 'memory', 'lists', 'sandbox', 'workbook', 'diff'];
/** What takes longer, or is about one part alone: only by its name. */
const others = ['people', 'help-desk', 'peers', 'report', 'resume', 'feed', 'shards', 'rate-limiter'];

const [name, ...argv] = process.argv.slice(2);
if (name !== undefined && ![...inTable, ...others].includes(name)) {
  console.error(`There is no ${name}. There is: ${[...inTable, ...others].join(', ')}.`);
  process.exit(2);
}

const start = performance.now();
const modules = await Promise.all((name ? [name] : inTable).map((each) => import(`./${each}.mjs`)));
for (const { run } of modules) await run?.(...argv);
if (modules.some(({ rows }) => rows)) {
  console.log(`${machine()}\n\n${heading}`);
  for (const { rows } of modules) for await (const row of rows?.(...argv) ?? []) console.log(lineOf(row));
  console.log(`\nIn ${Math.round((performance.now() - start) / 1000)} s.`);
}

function machine() {
  const [{ model }] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const versions = ['csv-parse', 'undici', 'hono'].map((each) => `${each} ${versionOf(each)}`);
  return `${model.trim()}, ${cpus().length} cores, ${memory}, ${process.platform} ${process.arch}
Node ${process.versions.node}, ${[...versions, curl()].join(', ')}`;
}

function versionOf(packageName) {
  const file = new URL(`../node_modules/${packageName}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

function curl() {
  try {
    return execFileSync('curl', ['--version'], { encoding: 'utf8' }).split(' (')[0];
  } catch {
    return 'no curl';
  }
}
