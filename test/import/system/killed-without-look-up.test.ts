import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'rolldown';
import { expect, test } from 'vitest';
import { ownDirectory } from '../../support/run.ts';
import { type Passage, type SeenRequest, serveSandboxBehind } from '../../support/store.ts';
import { customersIn, fileOf } from '../customers.ts';

const names = Array.from({ length: 60 }, (_, at) => `n${100 + at}`);
/** What becomes of every eighth customer. */
const unclear: readonly Passage[] = ['forward and hang up', 'answer 429', 'forward and answer 500', 'hang up'];

/** Bundles the program with `customers import`. */
async function buildIn(directory: string): Promise<string> {
  const output = { dir: join(directory, 'program'), format: 'cjs', entryFileNames: 'program.cjs' } as const;
  const input = join(directory, 'program.ts');
  await writeFile(
    input,
    `import { main } from '${resolve('src/main.ts')}';
     import { addCustomersImport } from '${resolve('test/import/customers.ts')}';
     addCustomersImport();
     void main(process.argv.slice(2), '0.0.0').then((code) => { process.exitCode = code; });`,
  );
  await build({ input, output, platform: 'node', external: ['libsql', '@napi-rs/keyring'], logLevel: 'silent' });
  await symlink(resolve('node_modules'), join(directory, 'node_modules'));
  return join(output.dir, output.entryFileNames);
}

test('customers, whom nothing can look up, are sent once at most by an import that is killed three times', async () => {
  let program: ChildProcess | undefined;
  const killAt = ['n109', 'n125', 'n144'];
  const sent: string[] = [];
  const store = await serveSandboxBehind(({ method, body }: SeenRequest): Passage => {
    if (method !== 'POST') return 'forward';
    const { firstName } = JSON.parse(body);
    if (firstName === killAt[0]) {
      killAt.shift();
      program?.kill('SIGKILL');
    }
    return (sent.push(firstName) % 8 === 0 && unclear[(sent.length / 8) % unclear.length]) || 'forward';
  });
  const directory = ownDirectory({ 'in.csv': fileOf(names) });
  const path = await buildIn(directory);
  const run = async () => {
    const env = { PATH: process.env.PATH, HOME: directory, ...store.variables };
    const argv = [path, ...'customers import in.csv --json --concurrency 4'.split(' ')];
    program = spawn(process.execPath, argv, { cwd: directory, env, stdio: ['ignore', 'pipe', 'ignore'] });
    const out = text(program.stdout as NonNullable<ChildProcess['stdout']>);
    const [code, signal] = await once(program, 'exit');
    return { ended: signal ?? code, out: await out };
  };
  const runs = [await run(), await run(), await run(), await run(), await run()];
  const [{ created, uncertain }, again] = runs.slice(3).map(({ out }) => JSON.parse(out));
  const inStore = await customersIn(store);
  expect({ ends: runs.map(({ ended }) => ended), rows: created + uncertain, again }).toMatchObject({
    ends: ['SIGKILL', 'SIGKILL', 'SIGKILL', 7, 7],
    rows: names.length,
    again: { created: 0, existing: created, uncertain, notSent: 0 },
  });
  expect([sent, inStore].map((list) => list.length - new Set(list).size)).toEqual([0, 0]);
  expect(created).toBeGreaterThan(30);
  expect(inStore.length).toBeGreaterThanOrEqual(created);
});
