import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, type SeenRequest, type TestStore, withStore } from '../../support/store.ts';
import { storeOf } from '../product-store.ts';

// Processes on one machine share what a store allows, by way of the directory of their journals. How fairly they share it
// is measured in virtual time (test/import/pace/simulation.test.ts); here they are processes that find each other.

const processes = ['A', 'B', 'C', 'D'] as const;
type Name = (typeof processes)[number];
const rowsEach = 10_000;
/** Longer than any test. */
const wait = 600;

/** Which process sends a product, by the key in it: each has keys of its own. */
const senderOf = ({ method, body }: SeenRequest): Name | undefined =>
  method === 'POST' ? (/"sku":"([A-D])-/.exec(body)?.[1] as Name) : undefined;

interface Importing {
  readonly child: ChildProcess;
  /** Resolves with the seconds that it waits for the store. */
  readonly waits: Promise<number>;
}

/** A process with a file and a home of its own: nothing but the directory of the journals in common. */
async function importing(name: Name, directory: string, store: TestStore): Promise<Importing> {
  const rows = Array.from({ length: rowsEach }, (_, at) => `${name}-${at},x\n`).join('');
  await writeFile(join(directory, `${name}.csv`), `sku,name\n${rows}`);
  const words = ['products', 'import', `${name}.csv`, '--journal', `journal/${name}.db`, '--log-format', 'json'];
  const child = spawn(process.execPath, [resolve('bin/shop-cli.cjs'), ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: join(directory, name), ...store.variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const waits = new Promise<number>((resolve, reject) => {
    const messages: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => {
      messages.push(line);
      const { event, reason, seconds } = JSON.parse(line);
      if (event === 'waiting' && reason === 'store') resolve(seconds);
    });
    child.once('close', () => reject(new Error(`${name} ended without a wait:\n${messages.join('\n')}`)));
  });
  waits.catch(() => undefined);
  return { child, waits };
}

/** Answers nobody before all have sent a product, asks the first of A to wait, and accepts everything else. */
function askingOne(): Behaviour {
  const store = storeOf([], () => ({ status: 201 }));
  const held: (() => void)[] = [];
  const senders = new Set<Name>();
  let hasAsked = false;
  const answer: Behaviour = (request, response, count) => {
    if (hasAsked || senderOf(request) !== 'A') return store(request, response, count);
    hasAsked = true;
    json(response, 429, { error: { message: 'too many requests' } }, { 'retry-after': String(wait) });
  };
  return (request, response, count) => {
    const sender = senderOf(request);
    if (sender) senders.add(sender);
    if (!sender || senders.size === processes.length) {
      for (const release of held.splice(0)) release();
      return answer(request, response, count);
    }
    held.push(() => answer(request, response, count));
  };
}

test('what the store asks one of four processes to wait, all wait, and only a killed one leaves its note', async () => {
  await inDirectory((directory) =>
    withStore(askingOne(), async (store) => {
      const journals = join(directory, 'journal');
      await mkdir(journals, { mode: 0o700 });
      const all = await Promise.all(processes.map((name) => importing(name, directory, store)));
      const end = async (some: readonly Importing[], signal: NodeJS.Signals): Promise<void> => {
        const running = some.filter(({ child }) => (child.exitCode ?? child.signalCode) === null);
        await Promise.all(running.map(({ child }) => [child.kill(signal), once(child, 'close')][1]));
      };
      try {
        const seconds = await Promise.all(all.map(({ waits }) => waits));
        expect(seconds.filter((each) => each < wait / 2 || each > wait * 1.5)).toEqual([]);
        await end(all.slice(0, 1), 'SIGKILL');
        await end(all.slice(1), 'SIGINT');
        const shared = (await readdir(journals)).filter((name) => name.startsWith('shop-cli-rate'));
        expect(shared.length).toBe(1);
        expect((await readdir(join(journals, shared[0] ?? ''))).length).toBe(1);
      } finally {
        await end(all, 'SIGKILL');
      }
    }),
  );
}, 300_000);
