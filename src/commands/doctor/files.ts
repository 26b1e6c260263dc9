import { basename, join } from 'node:path';
import { sandboxDatabase } from '../../cli/embedded-store.ts';
import type { Context, FileFacts, Machine } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { credentialsFile } from '../../settings/credentials.ts';
import { configDirectory, dataDirectory, stateDirectory } from '../../settings/directories.ts';
import { faultsOfDotenv } from '../../settings/dotenv-file.ts';
import { peopleKeysFile } from '../../settings/people-key.ts';
import { configFile } from '../../settings/profiles-file.ts';
import { type Check, type Diagnosis, type Examination, failed, ok, type PrivateFile, warning } from './check.ts';

export const files: readonly Check[] = [
  { group: 'Files', name: 'private files', check: ({ privateFiles, path }) => privateFiles.map(privateFile(path)) },
  { group: 'Files', name: '.env file', check: dotenvFile },
  { group: 'Files', name: 'data directory', check: (examination) => writable(examination, dataDirectory) },
  { group: 'Files', name: 'state directory', check: (examination) => writable(examination, stateDirectory) },
  { group: 'Files', name: 'databases', check: databases },
];

/** Looks at the files of settings before anything reads them. */
export async function inspectPrivateFiles(context: Context, machine: Machine): Promise<readonly PrivateFile[]> {
  const places = [
    { name: 'config directory', kind: 'directory', path: configDirectory(context) },
    { name: 'config.json', kind: 'file', path: configFile(context) },
    { name: 'credentials.json', kind: 'file', path: credentialsFile(context) },
    { name: 'people-keys.json', kind: 'file', path: peopleKeysFile(context) },
  ] as const;
  return await Promise.all(places.map(async (place) => ({ ...place, facts: await machine.inspect(place.path) })));
}

const privateFile =
  (shown: Examination['path']) =>
  (file: PrivateFile): Diagnosis => ({ ...privacyOf(file, shown(file.path)), name: file.name });

function privacyOf({ kind, facts }: Pick<PrivateFile, 'kind' | 'facts'>, path: string): Diagnosis {
  if (!facts) return ok('none yet');
  const { mode = 0, owner } = facts;
  const details = { mode: octal(mode) };
  if (facts.kind !== kind) {
    const hint = 'Someone else may have put it there. Inspect it, then remove it.';
    const link = facts.kind === 'link' ? ', but a link' : '';
    return failed(new CliError('usage', `${path} is not a ${kind}${link}`, { hint }));
  }
  if (owner === 'root' || owner === 'another user') {
    const hint = `Change its owner (chown), or remove it and rerun 'shop-cli auth login'.`;
    return failed(new CliError('usage', `${path} belongs to ${owner}`, { hint }));
  }
  const text = `${path}: ${ownerAndMode(facts)}`;
  if (!isOpenToOthers(mode)) return ok(text, details);
  const wanted = kind === 'file' ? '600' : '700';
  return warning(
    `${text}: other users could access it. shop-cli sets it to ${wanted} when it uses it`,
    `Run: chmod ${wanted} ${path}. If others had access to a token, replace it in the back office.`,
    details,
  );
}

async function dotenvFile({ session: { context }, machine, path }: Examination): Promise<Diagnosis> {
  const place = join(context.cwd, '.env');
  const facts = await machine.inspect(place);
  if (!facts) return ok('none in this directory');
  const faults = await faultsOfDotenv(context);
  if (faults.length > 0) return warning(faults.join(' '), 'Fix these lines: each is NAME=value, or a comment after #.');
  const text = `${path(place)}: ${ownerAndMode(facts)}`;
  if (!isOpenToOthers(facts.mode)) return ok(text);
  return warning(`${text}: other users may read its token`, 'Run: chmod 600 .env');
}

async function writable(
  { session, machine, path }: Examination,
  place: (context: Context) => string,
): Promise<Diagnosis> {
  const directory = place(session.context);
  const facts = await machine.inspect(directory);
  if (!facts) return ok(`${path(directory)}: none yet`);
  if (facts.isWritable) return ok(`${path(directory)}: ${ownerAndMode(facts)}`);
  return warning(
    `${path(directory)} cannot be written: ${ownerAndMode(facts)}`,
    'Imports and the sandbox need it. Make yourself its owner (chown, chmod 700).',
  );
}

/** The embedded store, and of each store its journal, the secret of that, and its index of people: those that are there. */
async function databases({ session: { context }, machine, path }: Examination): Promise<readonly Diagnosis[]> {
  const state = stateDirectory(context);
  const stores = await machine.list(state);
  const paths = [
    sandboxDatabase(context),
    ...stores.flatMap((store) => ['imports.db', 'imports.db.key', 'people.db'].map((name) => join(state, store, name))),
  ];
  const found = await Promise.all(paths.map(async (place) => ({ place, facts: await machine.inspect(place) })));
  return found
    .filter(({ facts }) => facts !== undefined)
    .map(({ place, facts }) => ({ ...privacyOf({ kind: 'file', facts }, path(place)), name: basename(place) }));
}

const isOpenToOthers = (mode = 0): boolean => (mode & 0o077) !== 0;

const ownerAndMode = ({ owner, mode }: FileFacts): string =>
  mode === undefined ? 'there' : `owner ${owner}, mode ${octal(mode)}`;

const octal = (mode: number): string => mode.toString(8).padStart(4, '0');
