import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { canary, ownDirectory } from '../support/run.ts';
import { openTerminal } from '../support/terminal.ts';
import { expectLeft } from './asking.ts';

/** The address of a store that never answers. */
async function silentStore(): Promise<string> {
  const server = createServer(() => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([['products list'], ['products import one.csv'], ['products import one.csv --dry-run']])(
  '%s says at a terminal which store it waits for',
  async (line) => {
    const host = await silentStore();
    const directory = ownDirectory();
    writeFileSync(join(directory, 'one.csv'), 'sku,name,price\nA-1,Mug,1\n');
    const env = { HOME: directory, XDG_STATE_HOME: directory, SHOP_URL: `http://${host}`, SHOP_TOKEN: canary };
    const terminal = openTerminal(line.split(' '), { directory, env });
    await terminal.waitFor(`Waiting for ${host} …`);
    terminal.press('ctrlC');
    await expectLeft(terminal, 130);
  },
);
