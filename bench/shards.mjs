// One file through 1, 2, 4 and 8 shards that are killed all the time: npm run bench -- shards [--rows 20000] [--shards 1,2,4,8] [--stores sandbox,memory]
//   [--kill-every 1] [--seed 1] [--memory 384] [--settle 2] [--minutes 15]
// Afterwards the content of the store is counted against the file: nothing may be lost, and nothing doubled.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareStore } from '../test/chaos/checker.mjs';
import { writeCatalogue } from './support/catalogue.mjs';
import { runShards } from './support/job.mjs';
import { inDirectory, startSandbox, startStore } from './support/servers.mjs';

const defaults = {
  ...{ rows: '20000', shards: '1,2,4,8', stores: 'sandbox,memory', seed: '1' },
  ...{ 'kill-every': '1', memory: '384', settle: '2', minutes: '15' },
};
const options = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [name, { type: 'string', default: value }]),
);

export async function run(...argv) {
  const { values } = parseArgs({ args: argv, options });
  const numbers = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  const sizes = values.shards.split(',').map(Number);
  // Fewer shards are killed less often, so that each lives as long.
  const life = numbers['kill-every'] * Math.max(...sizes);
  console.log(`${numbers.rows} rows, each shard is killed every ${life} s, seed ${numbers.seed}.\n\n${heading}`);
  for (const store of values.stores.split(',')) {
    const results = [];
    for (const shards of sizes) {
      const result = await inDirectory((directory) =>
        measured({ ...numbers, store, shards, directory, killEvery: life / shards }),
      );
      results.push(result);
      console.log(lineOf(result));
      if (result.lost + result.doubled + result.unexpected + result.failed.length > 0) process.exitCode = 1;
    }
    console.log(`${store}: ${growth(results)}\n`);
  }
}

async function measured({ rows, store, shards, directory, seed, memory, settle, killEvery, minutes }) {
  const file = join(directory, 'catalogue.csv');
  await writeCatalogue(file, rows);
  const content = contents[store];
  const { pid, variables, stop } = await content.start(directory);
  const before = cpuOfEnded();
  const outcome = await runShards({
    ...{ directory, file, shards, seed, memory, settle, killEvery, env: variables, deadline: minutes * 60 },
  });
  const cpu = { store: cpuOf(pid), shards: cpuOfEnded() - before };
  const products = await content.products(variables, directory);
  await stop();
  const wanted = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0]);
  const { lost, duplicated, unexpected } = compareStore(wanted, products);
  return {
    ...{ store, shards, rows, cpu, products: products.length, ...outcome },
    // Where the time was over, what is missing was not sent.
    ...{ lost: outcome.ended ? lost.length : 0, doubled: duplicated.length, unexpected: unexpected.length },
  };
}

/** Each store: how it starts, and every product in it, which the client has no say in. */
const contents = {
  sandbox: {
    start: (directory) => startSandbox(directory, '--empty', '--db', databaseIn(directory)),
    products(_, directory) {
      const database = new (createRequire(import.meta.url)('libsql'))(databaseIn(directory));
      const products = database.prepare('SELECT productId AS id, sku FROM products WHERE mainPlace IS NOT NULL').all();
      database.close();
      return products;
    },
  },
  memory: {
    start: () => startStore('memory'),
    async products({ SHOP_URL }) {
      // In pages: a million products in one reply are more than a string can be.
      const products = [];
      for (;;) {
        const reply = await fetch(`${SHOP_URL}/api/v2/products?limit=10000&offset=${products.length}`);
        const { data } = await reply.json();
        if (data.length === 0) return products;
        for (const { productId, sku } of data) products.push({ id: productId, sku });
      }
    },
  },
};

const databaseIn = (directory) => join(directory, 'store.db');

/** Seconds of CPU of a process, and of all processes that this one started and that have ended. */
const cpuOf = (pid) => secondsIn(pid, 14, 15);
const cpuOfEnded = () => secondsIn('self', 16, 17);

/** Adds fields of /proc/<pid>/stat, by their numbers in proc(5). */
function secondsIn(pid, ...fields) {
  // The second is the name of the program, which may have spaces.
  const [, afterName] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (?=\S+ \d)/);
  const cells = afterName.split(' ');
  return fields.reduce((sum, field) => sum + Number(cells[field - 3]), 0) / 100;
}

const heading = `| store | shards | rows/s | time | until the first sends | CPU of the store | CPU of the shards | kills | peak of a shard | lost | doubled |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|`;

function lineOf(result) {
  const {
    store,
    shards,
    rows,
    seconds,
    firstSent = seconds,
    cpu,
    kills,
    overMemory,
    peak,
    lost,
    doubled,
    unexpected,
    ended,
    failed,
  } = result;
  const cells = [store, shards, Math.round(rateOf(result)), `${Math.round(seconds)} s`, `${Math.round(firstSent)} s`];
  const costs = [cpu.store, cpu.shards].map((each) => `${Math.round(each)} s`);
  const line = [...cells, ...costs, kills, `${Math.round(peak)} MB`, lost, doubled].join(' | ');
  const notes = [
    overMemory > 0 && `${overMemory} times over the memory limit`,
    unexpected > 0 && `${unexpected} products that the file does not have`,
    !ended && `not ended: ${result.products} of ${rows} rows are in the store ${failed.join(', ')}`,
  ].filter(Boolean);
  return `| ${line} |${notes.length > 0 ? ` ${notes.join('; ')}` : ''}`;
}

const rateOf = ({ products, seconds }) => products / seconds;

/** Up to which number of shards it grows, and what is used up there. */
function growth(results) {
  const best = results.reduce((one, other) => (rateOf(other) > rateOf(one) * 1.05 ? other : one));
  const { shards, cpu, seconds } = best;
  const [ofStore, ofAll] = [cpu.store / seconds, (cpu.store + cpu.shards) / seconds / cpus().length];
  const percent = (share) => `${Math.round(share * 100)} %`;
  return `fastest with ${shards} (${Math.round(rateOf(best))} rows/s): the store uses ${percent(ofStore)} of one core, all together ${percent(ofAll)} of ${cpus().length}.`;
}
