import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeDirectory, removeDirectory } from '../support/directory.ts';
import { canary } from '../support/run.ts';
import { openTestSandbox } from '../support/sandbox.ts';
import { openTerminal, type Terminal } from '../support/terminal.ts';
import { answered, question } from '../terminal/asking.ts';

// The first day of somebody who gets a new laptop: an empty home, two stores, a real terminal. Needs a build.

const home = makeDirectory();
afterAll(() => removeDirectory(home));

interface Store {
  readonly name: string;
  readonly writes: () => readonly string[];
}

async function openStore(): Promise<Store> {
  const lines: string[] = [];
  const sandbox = await openTestSandbox({ token: canary, now: () => new Date(), log: (line) => lines.push(line) });
  onTestFinished(() => sandbox.close());
  return {
    name: new URL(sandbox.url).host,
    writes: () => lines.filter((line) => /\b(POST|PATCH|DELETE)\b/.test(line)),
  };
}

/** Runs a command at a terminal. @returns its exit code and what was on the screen */
async function atTerminal(
  line: string,
  use: (terminal: Terminal) => Promise<unknown> = async () => undefined,
): Promise<{ code: number; text: string }> {
  const options = { directory: home, env: { HOME: home }, columns: 120 };
  const terminal = openTerminal(line.split(' '), options);
  await use(terminal);
  const { code } = await terminal.ended(30_000);
  return { code, text: terminal.text };
}

/** Stores a profile by answering every question. */
const logIn = (name: string, store: Store, downs: number) =>
  atTerminal('auth login', async (terminal) => {
    await terminal.answer(question('Store address'), store.name);
    await terminal.answer(question('API token'), canary);
    await terminal.answer(question('Profile name'), name);
    await terminal.waitFor('❯ test store');
    for (let at = 0; at < downs; at++) terminal.press('down');
    terminal.press('enter');
    await terminal.waitFor(answered('What is this store?'));
  });

test('two stores are set up, written to, and not mistaken for one another', async () => {
  const [staging, production] = [await openStore(), await openStore()];
  expect(await logIn('staging', staging, 0)).toMatchObject({
    code: 0,
    text: expect.stringContaining('Commands now use it.'),
  });
  expect(await logIn('production', production, 1)).toMatchObject({
    code: 0,
    text: expect.stringContaining('Commands use the profile staging.'),
  });

  expect(await atTerminal('products create --sku LAPTOP-1 --name Laptop --price 1')).toMatchObject({ code: 0 });
  expect([staging.writes().length, production.writes().length]).toEqual([1, 0]);

  const written = await atTerminal(
    'products create --sku LAPTOP-1 --name Laptop --price 1 --profile production',
    async (terminal) => {
      await terminal.answer(`Type ${production.name} to continue`, production.name);
    },
  );
  expect([written.code, production.writes().length]).toEqual([0, 1]);

  for (const profile of ['staging', 'production'])
    expect(await atTerminal(`doctor --profile ${profile}`)).toMatchObject({ code: 0 });
});
