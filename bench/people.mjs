// customers find in a shop of people, beside a bare loop that reads the same: npm run bench -- people [customers] [rounds] [customers of the large index] [seconds at 20/s]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import Database from 'libsql';
import { callerOf, productList } from './help-desk.mjs';
import { peerFile } from './import.mjs';
import { atMost, leftOut, seconds, timesPeer } from './rows.mjs';
import { countedAtTerminal, countedRun } from './support/counted.mjs';
import { inTurns, program, runNode } from './support/measure.mjs';
import { inDirectory, startSandbox, startStore, withServer } from './support/servers.mjs';

const nobody = 'nobody-has-this-name';
const find = [program, 'customers', 'find'];
const notFound = 3;

export async function* rows(customers = 20_000, rounds = 3, large = 100_000, seconds20 = 70) {
  yield* await inDirectory((directory) => searches(directory, Number(customers), Number(rounds)));
  yield* await inDirectory((directory) => products(directory, Number(customers)));
  yield* await inDirectory((directory) => largeIndex(directory, Number(large)));
  yield* await inDirectory((directory) => timeLeft(directory, Number(customers) / 5, Number(seconds20)));
}

/** A home of its own, so that the index is where it is looked for. */
const at = (directory, env) => ({
  ...env,
  HOME: directory,
  XDG_STATE_HOME: join(directory, 'state'),
  XDG_CONFIG_HOME: join(directory, 'config'),
});

const forgetAll = (directory) => rm(join(directory, 'state'), { recursive: true, force: true });

async function searches(directory, customers, rounds) {
  const shop = `${customers.toLocaleString('en')} customers, ${(customers * 2.5).toLocaleString('en')} baskets`;
  return await withServer(startSandbox(directory, '--people', String(customers)), async (variables) => {
    const env = at(directory, variables);
    const newest = await newestCaller(variables);
    const firsts = await inTurns(
      {
        ours: async () => {
          await forgetAll(directory);
          return (await runNode([...find, nobody], { env, exitCode: notFound })).seconds;
        },
        peer: async () => (await runNode([peerFile('people-loop')], { env })).seconds,
      },
      rounds,
    );
    const others = await inTurns(
      {
        second: async () => (await runNode([...find, newest, '-q'], { env })).seconds,
        start: async () => (await runNode([program, '--help'], { env })).seconds,
      },
      rounds * 3,
    );
    const callers = await inTurns(
      {
        ours: async () => {
          await forgetAll(directory);
          return await firstLine([...find, newest, '-q'], env);
        },
        peer: async () => (await runNode([program, '--help'], { env })).seconds,
      },
      rounds,
    );
    return [
      timesPeer({
        what: `the first \`customers find\`: ${shop}`,
        peerName: 'a bare loop of undici, as many connections',
        ...firsts,
        most: 1.5,
      }),
      seconds({
        what: 'the second one, beyond the start',
        peerName: '`--help`',
        ours: others.second - others.start,
        peer: others.start,
        most: 0.5,
      }),
      seconds({
        what: 'a caller whose order is among the newest hundred, without an index: until shown',
        peerName: '`--help`',
        ...callers,
        most: 2,
      }),
    ];
  });
}

/** The e-mail address of somebody whose order is among the newest hundred. */
async function newestCaller({ SHOP_URL, SHOP_TOKEN }) {
  const get = async (path) =>
    (await fetch(`${SHOP_URL}/api/v2${path}${path.includes('?') ? '&' : '?'}token=${SHOP_TOKEN}`)).json();
  const { numRows } = await get('/baskets?limit=1');
  const { data } = await get(`/baskets?limit=100&offset=${numRows - 100}`);
  for (const { orderId, customerId } of data) {
    if (!(Number(orderId) > 0 && Number(customerId) > 0)) continue;
    const { emailAddress } = await get(`/customers/${customerId}`);
    if (emailAddress) return emailAddress;
  }
  throw new Error('None of the newest hundred baskets is ordered by a customer.');
}

/** Seconds until a program has printed something; then it is ended. */
async function firstLine(argv, env) {
  const start = performance.now();
  const child = spawn(process.execPath, argv, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  const taken = (performance.now() - start) / 1000;
  child.kill('SIGKILL');
  await once(child, 'close');
  return taken;
}

/** What the index knows of products, and a text of which it knows nobody. */
async function products(directory, customers) {
  const people = `${customers.toLocaleString('en')} people`;
  return await withServer(startSandbox(directory, '--people', String(customers)), async (variables) => {
    const env = at(directory, variables);
    await runNode([...find, nobody], { env, exitCode: notFound });
    const { order } = await callerOf(variables);
    const list = productList(order);
    const known = await countedRun(list, env);
    const { orders, bytes } = await forgetProducts(directory);
    const before = await countedRun(list, env);
    const learned = await countedRun(list, env);
    const miss = await countedAtTerminal(
      ['customers', 'find', 'Wilhelmien', 'Jansonni', order.deliveryAddress.streetAddress, 'Hoogeveenn', 'Zuit'],
      env,
      notFound,
    );
    const start = await countedAtTerminal(['--help'], env);
    const names = { peerName: 'an index without products', unit: 'requests' };
    return [
      atMost({
        what: `the orders of a product in two weeks: ${people}`,
        ...names,
        ours: known.requests,
        peer: before.requests,
        most: 40,
      }),
      atMost({ what: 'the same, asked again', ...names, ours: learned.requests, peer: before.requests, most: 40 }),
      atMost({
        what: 'what products add to the index, for each order',
        peerName: 'the index without them',
        ours: bytes.products / orders,
        peer: bytes.others / orders,
        unit: 'bytes',
        most: 40,
      }),
      seconds({
        what: 'a miss at a terminal, of a street and four words that no one has: processor time',
        peerName: '`--help`',
        ours: miss.processor,
        peer: start.processor,
        most: 3,
      }),
    ];
  });
}

/** As an index of the version before. Returns how much less it is then. */
async function forgetProducts(directory) {
  const [path] = await indexesIn(join(directory, 'state'));
  const database = new Database(path);
  const sizeOf = () => {
    database.exec('VACUUM');
    return (
      database.prepare('PRAGMA page_count').get().page_count * database.prepare('PRAGMA page_size').get().page_size
    );
  };
  const { orders } = database.prepare('SELECT count(*) AS orders FROM ordered').get();
  const all = sizeOf();
  database.exec('DELETE FROM ordered');
  const others = sizeOf();
  database.close();
  return { orders, bytes: { products: all - others, others } };
}

async function largeIndex(directory, customers) {
  const people = `${customers.toLocaleString('en')} people`;
  return await withServer(startStore('people', [customers]), async (variables) => {
    const env = at(directory, variables);
    const ours = await runNode([...find, nobody], { env, exitCode: notFound, memory: true });
    const peer = await runNode([peerFile('people-loop')], { env, memory: true });
    const [bytes] = await sizesIn(join(directory, 'state'));
    const names = { peerName: 'the bare loop, and no index' };
    return [
      atMost({
        what: `the index of ${people}`,
        peerName: 'its goal',
        ours: bytes / 1e6,
        peer: 40,
        unit: 'MB',
        most: 40,
      }),
      atMost({
        what: 'peak memory of the search that makes it',
        ...names,
        ours: ours.peak,
        peer: peer.peak,
        unit: 'MB',
        most: 150,
      }),
    ];
  });
}

const sizesIn = async (directory) =>
  await Promise.all((await indexesIn(directory)).map(async (path) => (await stat(path)).size));

async function indexesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name === 'people.db');
  return files.map(({ parentPath, name }) => join(parentPath, name));
}

const perSecond = 20;

/** What a search says after a minute of how long it will take, beside what is left to read at that rate. */
async function timeLeft(directory, customers, duration) {
  const names = { what: `time left, after ${duration} s at ${perSecond}/s`, peerName: 'what is left, at that rate' };
  if (duration === 0) return [leftOut(names, 'takes a minute')];
  return await withServer(
    startSandbox(directory, '--people', String(customers), '--rate-limit', `${perSecond}/s`),
    async (variables) => {
      const argv = [...find, nobody, '--log-format', 'json'];
      const child = spawn(process.execPath, argv, {
        env: { ...process.env, ...at(directory, variables) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let last;
      createInterface({ input: child.stderr }).on('line', (line) => {
        const event = JSON.parse(line);
        if (event.event === 'progress') last = event;
      });
      await new Promise((resolve) => setTimeout(resolve, duration * 1000));
      child.kill('SIGKILL');
      await once(child, 'close');
      return [timesPeer({ ...names, ours: last.secondsLeft, peer: (last.total - last.done) / perSecond, most: 1.2 })];
    },
  );
}
