// The main job in one go: an import into a sandbox is killed half-way and started again, then a caller and their order are found.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const program = fileURLToPath(new URL('../bin/shop-cli.cjs', import.meta.url));
const half = 31;
const page = 'demo-report.html';
const directory = await mkdtemp(join(tmpdir(), 'shop-cli-demo-'));
// Neither the settings nor the data of the person who runs it.
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('SHOP_'))),
  ...Object.fromEntries(['CONFIG', 'DATA', 'STATE'].map((name) => [`XDG_${name}_HOME`, directory])),
  ...(process.stdout.hasColors?.() ? { FORCE_COLOR: '1' } : {}),
};
const sandbox = start('sandbox --people 60 --seed 7 --port 0 --db', join(directory, 'demo.db'));

try {
  Object.assign(env, await variablesOf(sandbox.stdout));
  const created = await importHalf('products import examples/products.csv --rate 40/s --quiet');
  const continued = await run(`products import examples/products.csv --settle 2s --report-html ${page}`, 'Continuing');
  console.log(summaryOf(created, continued));
  await run('imports verify --quiet');
  console.log('\nThen someone calls: "This is Yvonne de Vries. Where is my order?"');
  await run('customers find yvonne de vries');
  await run('orders get 1023');
  console.log(`\nOpen ${page} in a browser: it is the report of the import.`);
  console.log('To check a file of yours:  node bin/shop-cli.cjs --store sandbox products import <your file> --dry-run');
  console.log('To use your own shop:      node bin/shop-cli.cjs auth login');
} finally {
  sandbox.kill('SIGTERM');
  await once(sandbox, 'exit');
  await rm(directory, { recursive: true, force: true });
}

/** The address and the token that the sandbox prints first. */
async function variablesOf(stream) {
  const variables = {};
  for await (const line of createInterface({ input: stream })) {
    const [name, value] = line.split(/=(.*)/s);
    variables[name] = value;
    if (variables.SHOP_URL && variables.SHOP_TOKEN) return variables;
  }
  throw new Error('The sandbox did not start.');
}

/** Ends an import as a power cut would, once the sandbox says that it has created a part of its products. */
async function importHalf(command) {
  console.log(`$ shop-cli ${command}`);
  const child = start(command);
  const requests = createInterface({ input: sandbox.stderr });
  let created = 0;
  requests.on('line', (line) => {
    if (line.startsWith('POST ') && ++created === half) child.kill('SIGKILL');
  });
  const [, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error('The import ended before it was killed.');
  // What was on its way is created too, since the store knows nothing of the kill.
  await quiet(requests);
  console.log(`${paint(31, 'Killed')} with kill -9 after ${created} products were created. Started again:`);
  return created;
}

/** Waits until a stream of lines has none for half a second. */
async function quiet(lines) {
  for (let isBusy = true; isBusy; ) {
    const line = once(lines, 'line').then(() => true);
    isBusy = await Promise.race([line, setTimeout(500, false)]);
  }
}

/** `35 were created before the kill, 22 of them confirmed, …`: how the numbers of both imports add up. */
function summaryOf(created, continued) {
  const [, known, total] = (/: (\d+) of (\d+) rows/.exec(continued) ?? []).map(Number);
  const found = created - known;
  const how = `${known} of them confirmed, and ${found} found now by looking them up`;
  const text = `${created} were created before the kill, ${how}. The other ${total - created} were sent now: ${total} in all, each once.`;
  return paint(32, text);
}

function paint(color, text) {
  return env.FORCE_COLOR ? `\x1b[${color}m${text}\x1b[0m` : text;
}

/** Prints what a command prints, from the line that begins with `from` on, and returns it. */
async function run(command, from = '') {
  console.log(`\n$ shop-cli ${command}`);
  const child = start(command);
  let isShown = false;
  const shown = [];
  const show = (line) => {
    const text = stripVTControlCharacters(line);
    isShown ||= text.startsWith(from);
    if (!isShown) return;
    shown.push(text);
    console.log(line);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', show);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`shop-cli ${command} ended with exit code ${code}.`);
  return shown.join('\n');
}

function start(command, ...more) {
  return spawn(process.execPath, [program, ...command.split(' '), ...more], { env });
}
