import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { sandboxDatabase } from '../../src/cli/embedded-store.ts';
import type { Context } from '../../src/context.ts';
import { journalPath } from '../../src/import/journal/path.ts';
import { credentialsFile } from '../../src/settings/credentials.ts';
import { configDirectory, dataDirectory, stateDirectory, storeDirectory } from '../../src/settings/directories.ts';
import { configFile } from '../../src/settings/profiles-file.ts';

const page = readFileSync('docs/files.md', 'utf8');
const machine = { env: {}, platform: 'linux', home: '/home/jo', cwd: '/work' } as Partial<Context> as Context;
const store = 'https://shop.example';

const named = (path: string): string =>
  path
    .replace('/home/jo', '~')
    .replace(storeDirectory(store, machine).replace('/home/jo', '~'), '~/.local/state/shop-cli/<store>');

test.each([
  ['profiles', configFile(machine)],
  ['tokens', credentialsFile(machine)],
  ['keys of indexes', join(configDirectory(machine), 'people-keys.json')],
  ['the journal', journalPath(undefined, store, machine)],
  ['the sandbox', sandboxDatabase(machine)],
])('the page of files says where %s are', (_, path) => {
  expect(page).toContain(`\`${named(path)}\``);
});

test('the page of files says where directories are on Windows', () => {
  const env = { APPDATA: 'C:\\Roaming', LOCALAPPDATA: 'C:\\Local' };
  const windows = { ...machine, env, platform: 'win32' } as Context;
  const [config, state, data] = [configDirectory(windows), stateDirectory(windows), dataDirectory(windows)];
  expect([dirname(config), dirname(state), dirname(data)]).toEqual([env.APPDATA, env.LOCALAPPDATA, env.LOCALAPPDATA]);
  expect(page).toContain('`%APPDATA%\\shop-cli`');
  expect(page).toContain('`%LOCALAPPDATA%\\shop-cli`');
});
