import { test } from 'vitest';
import { silent } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
import { openTerminal } from '../support/terminal.ts';
import { expectLeft } from './asking.ts';

test.each([['products list'], ['products import one.csv'], ['products import one.csv --dry-run']])(
  '%s says at a terminal which store it waits for',
  async (line) => {
    const { url, variables } = await serveStore(silent);
    const directory = ownDirectory({ 'one.csv': 'sku,name,price\nA-1,Mug,1\n' });
    const env = { HOME: directory, XDG_STATE_HOME: directory, ...variables };
    const terminal = openTerminal(line.split(' '), { directory, env });
    await terminal.waitFor(`Waiting for ${new URL(url).host} …`);
    terminal.press('ctrlC');
    await expectLeft(terminal, 130);
  },
);
