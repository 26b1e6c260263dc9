// The main job in one go: an import into a sandbox is killed half-way and started again, then a caller and his order are found.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
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
  await importHalf('products import examples/products.csv --rate 40/s --quiet');
  await run(`products import examples/products.csv --settle 2s --report-html ${page}`, 'Continuing');
  await run('imports verify --quiet');
  await run('customers find de vries');
  await run('orders get 1023', 'Qty');
  console.log(`\nOpen ${page} in a browser: it is the report of the import.`);
  console.log('Next: node bin/shop-cli.cjs --store sandbox products import <your file> --dry-run');
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
  console.log(`Killed with kill -9 after ${half} products. Started again:`);
}

/** Prints what a command prints, from the line that begins with `from` to a blank one. */
async function run(command, from = '') {
  console.log(`\n$ shop-cli ${command}`);
  const child = start(command);
  let isShown = false;
  const show = (line) => {
    isShown = line !== '' && (isShown || stripVTControlCharacters(line).startsWith(from));
    if (isShown) console.log(line);
  };
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', show);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`shop-cli ${command} ended with exit code ${code}.`);
}

function start(command, ...more) {
  return spawn(process.execPath, [program, ...command.split(' '), ...more], { env });
}
