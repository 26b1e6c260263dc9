import { mkdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { ownDirectory } from '../support/directory.ts';
import { bin, runProgram } from '../support/programs.ts';
import { canary } from '../support/run.ts';
import { openTestSandbox } from '../support/sandbox.ts';
import { storeAt } from '../support/store.ts';

// The built program: needs a build (`npm test` makes one).

/** A search with at most so many KiB in each file. */
async function find(
  blocks: number | 'unlimited',
  name: string,
  home: string,
  variables: Readonly<Record<string, string>>,
) {
  mkdirSync(home, { recursive: true });
  const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'bash', process.execPath, bin];
  const env = { PATH: process.env.PATH, HOME: home, ...variables };
  return await runProgram('bash', [...limited, 'customers', 'find', name, '-q'], { env, cwd: home });
}

/** A sandbox of so many people beside the first ones. */
async function serve(count: number): Promise<Readonly<Record<string, string>>> {
  const sandbox = await openTestSandbox({
    database: ':memory:',
    token: canary,
    people: { count, seed: 1 },
    now: () => new Date('2026-01-31T12:00:00Z'),
  });
  onTestFinished(() => sandbox.close());
  return storeAt(sandbox.url).variables;
}

test('a full disk keeps nobody from being found, which is said, and the next search goes on', async () => {
  const variables = await serve(400);
  const home = ownDirectory();
  // Without records an index has 24 KiB, with these people 150.
  const places = [4, 12, 24, 48].map((blocks) =>
    find(blocks, 'emily.carter@example.com', `${home}/${blocks}`, variables),
  );
  for (const { code, out, err } of await Promise.all(places)) {
    expect([code, out]).toEqual([0, '104\n']);
    expect(err).toMatch(
      /This search is not remembered|The index cannot be written \((the disk failed|the disk is full)\)/,
    );
  }
  for (const blocks of [4, 24, 48]) {
    const { code, out, err } = await find('unlimited', 'Sanne', `${home}/${blocks}`, variables);
    expect([code, out.split('\n').includes('101'), err]).toEqual([0, true, '']);
  }
});
