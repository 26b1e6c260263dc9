// A store in a process of its own that fails in every way it can.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../../bin/shop-cli.cjs', import.meta.url));

/** About a quarter of the creations and a fortieth of the reads. `refused`: the share that is created and refused. */
const faults = (refused = '1%') =>
  '5xx-before=2%,5xx-after=2%,429-after=2%,reset-before=2%,reset-after=3%,late-commit=3%,hang=0.5%,cut-body=2%,html-200=2%,' +
  `error-200-after=1%,400-after=${refused},403-after=0.5%,409-after=1%,422-after=1%,id-only=2%,` +
  'get-5xx=1%,get-reset=1%,get-hang=0.2%,get-html-200=0.2%';

/** Ways of a store beside its faults; `rows` is how much of a file it can take in a reasonable time. */
const manners = {
  plain: { options: [], share: 1 },
  'fold-keys': { options: ['--fault', 'fold-keys'], share: 0.1 },
  'slow-index': { options: [], indexLag: '2s', share: 0.3 },
  /** Refuses what it created and shows it late: only the time since then keeps the next import from sending it again. */
  'refuses-created': { options: [], indexLag: '2s', refused: '20%', share: 0.2 },
  'rate-limit': { options: ['--rate-limit', '80/s'], share: 0.5 },
  'max-concurrent': { options: ['--max-concurrent', '3'], share: 0.3 },
};

/** One seed in eleven or nine for each way that is not plain. */
export const progressMode = (random, noun) => random.oneOf([...Array(6).fill('plain'), ...noun.manners]);

/** The part of a file that a store of this manner gets. */
export const shareOf = (manner) => manners[manner].share;

/** Starts a store with its database in the directory. `stop` resolves to its records, late commits included. */
export async function startStore(directory, { noun, manner, seed, env }) {
  const path = join(directory, 'store.db');
  const options = [
    '--empty',
    '--port',
    '0',
    '--db',
    path,
    '--fault',
    faults(manners[manner].refused),
    '--index-lag',
    manners[manner].indexLag ?? '100ms',
    '--latency',
    '1ms..15ms',
  ];
  const child = spawn(
    process.execPath,
    [program, 'sandbox', ...options, ...manners[manner].options, '--seed', String(seed)],
    { env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(child, 'exit');
  return {
    variables: await variablesOf(child.stdout),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      return recordsIn(path, noun);
    },
  };
}

/** Read from the file itself: neither the client nor the store's own search has a say in it. */
function recordsIn(path, { select, recordFrom }) {
  const Database = createRequire(import.meta.url)('libsql');
  const database = new Database(path);
  try {
    return database.prepare(select).all().map(recordFrom);
  } finally {
    database.close();
  }
}

/** The address and the token that a sandbox prints first. */
export async function variablesOf(stream) {
  const variables = {};
  for await (const line of createInterface({ input: stream })) {
    const [name, value] = line.split(/=(.*)/s);
    variables[name] = value;
    if (variables.SHOP_URL && variables.SHOP_TOKEN) return variables;
  }
  throw new Error('The sandbox did not start.');
}
