import { chmod, chown, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFiles } from '../../src/system/files.ts';
import { noHome } from '../../src/system/own-directory.ts';
import { Secrets } from '../../src/text/redact.ts';
import { ownDirectory } from '../support/run.ts';

const isRoot = process.getuid?.() === 0;
const another = 23_456;

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch(({ message, hint }) => [message, hint]);

test.runIf(process.platform === 'linux')(
  'a place that takes no directories, such as XDG_*=/proc, is an error at once',
  async () => {
    const files = createFiles('/', new Secrets(), { id: 1, group: 1 });
    expect([
      await failureOf(files.ensurePrivate('/proc/shop-cli/store/imports.db')),
      await failureOf(files.changePrivate('/proc/shop-cli/config.json', () => '{}')),
    ]).toEqual([
      ['Cannot create /proc/shop-cli/store: no such file or directory.', undefined],
      [
        'Cannot write /proc/shop-cli/config.json: no such file or directory.',
        'Create its folder first, or check the path.',
      ],
    ]);
  },
);

test('a user without a home directory is told to set HOME', async () => {
  const files = createFiles('/', new Secrets(), { id: 1, group: 1 });
  expect(await failureOf(files.ensurePrivate(join(noHome, '.local/state/shop-cli/imports.db')))).toEqual([
    `Cannot create ${join(noHome, '.local/state/shop-cli')}: this user has no home directory.`,
    'Set HOME to a directory of your own.',
  ]);
});

describe.runIf(isRoot)('root does not lock another user out of the own home (needs root)', () => {
  async function homeOfAnother() {
    const outer = ownDirectory();
    const home = join(outer, 'home');
    await mkdir(home);
    await chown(home, another, another);
    return { home, files: createFiles(outer, new Secrets(), { id: 0, group: 0, home }) };
  }

  test('nothing is made there for profiles, tokens or journals', async () => {
    const { home, files } = await homeOfAnother();
    const config = join(home, '.config', 'shop-cli', 'config.json');
    const state = join(home, '.local', 'state');
    const hint = 'Run shop-cli as that user, or point HOME or XDG_CONFIG_HOME to a directory of your own.';
    const changed = files.changePrivate(config, () => '{}');
    expect(await failureOf(changed)).toEqual([`Cannot write ${config}: belongs to another user.`, hint]);
    const made = files.ensurePrivate(join(state, 'imports.db'));
    expect(await failureOf(made)).toEqual([`Cannot create ${state}: belongs to another user.`, hint]);
    expect(await readdir(home)).toEqual([]);
  });

  test('a journal made in a folder of that user is of root, who opens it again, and the folder stays as it is', async () => {
    const { home, files } = await homeOfAnother();
    await chmod(home, 0o775);
    for (const _ of ['made', 'opened']) await files.ensureOwn(join(home, 'imports.db'));
    const { uid, mode } = await stat(join(home, 'imports.db'));
    const folder = await stat(home);
    expect([uid, mode & 0o777, folder.uid, folder.mode & 0o777]).toEqual([0, 0o600, another, 0o775]);
  });
});
