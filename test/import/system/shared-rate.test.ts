import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { inDirectory } from '../../support/run.ts';
import { type Behaviour, json, type SeenRequest, type TestStore, withStore } from '../../support/store.ts';
import { type Product, storeOf } from '../product-store.ts';

// Processes on one machine share what a store allows, by way of the directory of their journals.

const processes = ['A', 'B', 'C', 'D'];
const rowsEach = 4000;

/** Which process a request is from, by the key in it: each has keys of its own. */
const processOf = ({ query, body }: SeenRequest): string | undefined =>
  /(?:sku:|"sku":")([A-D])-/.exec(`${query.get('filter[search]')} ${body}`)?.[1];

/** A store with a limit, that counts the accepted requests of each process. */
function limitedStore(perSecond: number): { readonly behaviour: Behaviour; readonly takeCounts: () => number[] } {
  const products: Product[] = [];
  const store = storeOf(products, () => ({ status: 201 }));
  let counts = new Map<string, number>();
  let [tokens, at] = [perSecond, performance.now()];
  return {
    behaviour(request, response, count) {
      const now = performance.now();
      [tokens, at] = [Math.min(perSecond, tokens + ((now - at) / 1000) * perSecond), now];
      if (tokens < 1) return json(response, 429, { error: { message: 'too many requests' } });
      tokens--;
      const name = processOf(request);
      if (name) counts.set(name, (counts.get(name) ?? 0) + 1);
      return store(request, response, count);
    },
    takeCounts() {
      const taken = processes.map((name) => counts.get(name) ?? 0);
      counts = new Map();
      return taken;
    },
  };
}

/** A process with a file and a home of its own: nothing but the directory of the journals in common. */
async function importing(name: string, directory: string, store: TestStore): Promise<ChildProcess> {
  const rows = Array.from({ length: rowsEach }, (_, at) => `${name}-${at},x\n`).join('');
  await writeFile(join(directory, `${name}.csv`), `sku,name\n${rows}`);
  const words = ['products', 'import', `${name}.csv`, '--journal', `journal/${name}.db`];
  return spawn(process.execPath, [resolve('bin/shop-cli.cjs'), ...words], {
    cwd: directory,
    env: { PATH: process.env.PATH, HOME: join(directory, name), ...store.variables },
    stdio: 'ignore',
  });
}

async function withFour(
  perSecond: number,
  use: (four: {
    readonly children: readonly ChildProcess[];
    readonly directory: string;
    /** What each got accepted in so many seconds. */
    readonly countsIn: (seconds: number) => Promise<number[]>;
  }) => Promise<void>,
): Promise<void> {
  const { behaviour, takeCounts } = limitedStore(perSecond);
  await inDirectory((directory) =>
    withStore(behaviour, async (store) => {
      await mkdir(join(directory, 'journal'), { mode: 0o700 });
      const children = await Promise.all(processes.map((name) => importing(name, directory, store)));
      const countsIn = async (seconds: number): Promise<number[]> => {
        takeCounts();
        await sleep(seconds * 1000);
        return takeCounts();
      };
      try {
        await use({ children, directory, countsIn });
      } finally {
        const ended = children.map((child) => (child.exitCode ?? child.signalCode) === null && once(child, 'close'));
        for (const child of children) child.kill('SIGKILL');
        await Promise.all(ended);
      }
    }),
  );
}

const sum = (counts: readonly number[]): number => counts.reduce((left, right) => left + right);

/** How far the process with the most or the fewest is from its fair share. */
const unfairness = (counts: readonly number[]): number =>
  Math.max(...counts.map((count) => Math.abs((count * counts.length) / Math.max(1, sum(counts)) - 1)));

test('four processes settle within 20 % of a fair share, and a frozen and a killed one leave theirs to the others', async () => {
  await withFour(80, async ({ children, directory, countsIn }) => {
    /** Resolves when these processes have their fair share for ten seconds. */
    const settled = async (ids: readonly number[]): Promise<boolean> => {
      for (const _ of Array(10)) {
        const counts = await countsIn(10);
        if (unfairness(ids.map((id) => counts[id] ?? 0)) < 0.2) return true;
      }
      return false;
    };
    // A busy machine takes its time to start four processes.
    while (Math.min(...(await countsIn(2))) === 0);
    expect(await settled([0, 1, 2, 3])).toBe(true);
    children[0]?.kill('SIGSTOP');
    children[1]?.kill('SIGKILL');
    expect(await settled([2, 3])).toBe(true);
    const two = [children[2], children[3]] as ChildProcess[];
    for (const child of two) child.kill('SIGINT');
    await Promise.all(two.map((child) => once(child, 'close')));
    // Only the killed and the frozen one left their notes.
    const [shared = ''] = (await readdir(join(directory, 'journal'))).filter((name) =>
      name.startsWith('shop-cli-rate'),
    );
    expect((await readdir(join(directory, 'journal', shared))).length).toBe(2);
  });
}, 300_000);
