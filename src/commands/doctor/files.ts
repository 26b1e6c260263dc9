import { dirname, join } from 'node:path';
import { storeNamesOf } from '../../cli/store.ts';
import type { Context, FileFacts, Machine } from '../../context.ts';
import { openJournal } from '../../import/journal/journal.ts';
import { findJournal } from '../../import/journal/path.ts';
import { credentialsFile } from '../../settings/credentials.ts';
import { configDirectory, dataDirectory, stateDirectory } from '../../settings/directories.ts';
import { configFile } from '../../settings/profiles-file.ts';
import { formatCount } from '../../text/numbers.ts';
import { type Check, type Examination, type Finding, found, ok, type PrivateFile, warning } from './check.ts';

/** Looks at the files of settings before anything reads them. */
export async function privateFiles(context: Context, machine: Machine): Promise<readonly PrivateFile[]> {
  const places = [
    ['config directory', 'directory', configDirectory(context)],
    ['config.json', 'file', configFile(context)],
    ['credentials.json', 'file', credentialsFile(context)],
  ] as const;
  return await Promise.all(
    places.map(async ([name, kind, path]) => ({ name, kind, path, facts: await machine.inspect(path) })),
  );
}

/** Files and directories, who may access them, and the journal of the store. */
export const fileChecks: readonly Check[] = [
  {
    group: 'Files',
    name: 'private files',
    run: ({ privateFiles, path }) => privateFiles.map((file) => privateFinding(file, path(file.path))),
  },
  {
    group: 'Files',
    name: '.env file',
    run: async ({ session: { context }, machine, path }) => {
      const place = join(context.cwd, '.env');
      const facts = await machine.inspect(place);
      if (!facts) return ok('none in this directory');
      const isOpen = ((facts.mode ?? 0) & 0o077) !== 0;
      return isOpen
        ? warning(`${path(place)}: ${ownerAndMode(facts)}: other users may read its token`, 'Run: chmod 600 .env')
        : ok(`${path(place)}: ${ownerAndMode(facts)}`);
    },
  },
  directory('data directory', dataDirectory),
  directory('state directory', stateDirectory),
  {
    group: 'Files',
    name: 'disk space',
    run: async ({ session: { context }, machine }) => {
      const bytes = await machine.freeSpace(stateDirectory(context));
      if (bytes === undefined) return ok('not known');
      const text = `${formatCount(Math.floor(bytes / 2 ** 20))} MB free for journals`;
      return bytes < littleSpace
        ? warning(text, 'An import writes every row to its journal: free some space first.', { bytes })
        : ok(text, { bytes });
    },
  },
  { group: 'Files', name: 'journal', needs: ['store'], run: journalFinding },
];

/** Bytes; the journal of a million rows takes about a quarter of it. */
const littleSpace = 512 * 2 ** 20;

type Place = (machine: Examination['session']['context']) => string;

function privateFinding({ name, kind, facts }: PrivateFile, path: string): Finding {
  if (!facts) return { ...ok('none yet'), name };
  const { mode = 0, owner } = facts;
  if (facts.kind !== kind)
    return {
      ...{ name, result: 'failed', kind: 'usage' },
      message: `${path} is not a ${kind}${facts.kind === 'link' ? ', but a link' : ''}`,
      hint: 'Someone else may have put it there. Inspect it, then remove it.',
    };
  if (owner === 'root' || owner === 'another user')
    return {
      ...{ name, result: 'failed', kind: 'usage', message: `${path} belongs to ${owner}` },
      hint: `Change its owner (chown), or remove it and rerun 'shop-cli auth login'.`,
    };
  const text = `${path}: ${ownerAndMode(facts)}`;
  if ((mode & 0o077) === 0) return { ...ok(text, { mode: octal(mode) }), name };
  const wanted = kind === 'file' ? '600' : '700';
  const problem = warning(
    `${text}: other users could access it. shop-cli makes it ${wanted} when it uses it`,
    `Run: chmod ${wanted} ${path}. If others had access to a token, replace it in the back office.`,
    { mode: octal(mode) },
  );
  return { ...problem, name };
}

function directory(name: string, place: Place): Check {
  return {
    group: 'Files',
    name,
    run: async ({ session: { context }, machine, path }) => {
      const facts = await machine.inspect(place(context));
      const shown = path(place(context));
      if (!facts) return ok(`${shown}: none yet`);
      if (facts.isWritable) return ok(`${shown}: ${ownerAndMode(facts)}`);
      return warning(
        `${shown} cannot be written: ${ownerAndMode(facts)}`,
        'Imports and the sandbox need it. Make it yours (chown, chmod 700).',
      );
    },
  };
}

function ownerAndMode({ owner, mode }: FileFacts): string {
  return mode === undefined ? 'there' : `owner ${owner}, mode ${octal(mode)}`;
}

const octal = (mode: number): string => mode.toString(8).padStart(4, '0');

/** The journal of this store: what is unfinished, and who imports now. */
async function journalFinding({ session: { context }, store, machine, path }: Examination): Promise<Finding> {
  const file = await findJournal(undefined, storeNamesOf(found(store), context), context);
  if (!(await context.files.exists(file))) return ok('no imports into this store yet');
  const holders = (await Promise.all([file, join(dirname(file), 'import.lock')].map(machine.lockHolders))).flatMap(
    (some) => some ?? [],
  );
  const [holder] = holders;
  const lock = holder && `in use by ${holder.name ?? 'process'} (process ${holder.pid}, running)`;
  const journal = await openJournal(file, { lock: 'unlocked' }, context);
  const unfinished = journal.runs().filter(({ state }) => state === 'unfinished');
  await journal.close();
  const details = { unfinished: unfinished.map(({ run }) => run), lockedBy: holder ?? null };
  if (lock) return warning(`${path(file)} ${lock}`, 'Follow that import: shop-cli imports show', details);
  const [run] = unfinished;
  if (run === undefined) return ok(`${path(file)}: no unfinished import`, details);
  return warning(
    `${path(file)}: import ${run.run} is unfinished`,
    `Rerun the same command to continue it. To see it: shop-cli imports show ${run.run}`,
    details,
  );
}
