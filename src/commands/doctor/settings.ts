import { openStore } from '../../cli/store.ts';
import { formatBaseUrl } from '../../settings/base-url.ts';
import { fingerprintOf } from '../../settings/credentials.ts';
import { readDotenv, readDotenvMark } from '../../settings/dotenv-file.ts';
import { originsOf } from '../../settings/origins.ts';
import { readUsableProfiles } from '../../settings/profiles-file.ts';
import { readSettings } from '../../settings/settings.ts';
import { type RemoteStore, type SelectedStore, storeName, storeValue } from '../../settings/store.ts';
import { misspelledIn } from '../../settings/variables.ts';
import { type Check, type Diagnosis, type Examination, found, ok, warning } from './check.ts';

/** Which store, by which source, with whose token, and every other setting. */
export const settings: readonly Check[] = [
  { group: 'Settings', name: 'settings', check: validSettings },
  { group: 'Settings', name: 'store', needs: ['settings'], check: selectedStore },
  { group: 'Settings', name: 'token', needs: ['store'], check: token },
  { group: 'Settings', name: 'values', check: values },
  { group: 'Settings', name: 'names', check: names },
];

async function validSettings(examination: Examination): Promise<Diagnosis> {
  const { context, options } = examination.session;
  examination.settings = await readSettings(options, context);
  return ok('valid');
}

function selectedStore(examination: Examination): Diagnosis {
  const store = found(examination.settings).store();
  examination.store = store;
  const passedOver = storesPassedOver(examination.session, store);
  const remote = store.kind === 'remote' ? store : undefined;
  const marks = [...(remote?.production ? ['production'] : []), ...(remote?.readOnly ? ['read-only'] : [])];
  const marked = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  const instead = remote?.insteadOf?.name;
  const not = instead === undefined ? '' : `, not the current profile ${instead}`;
  const text = `${storeName(store)}${marked}, from ${store.source}${not}${notUsed(passedOver)}`;
  const details = { store: storeValue(store), source: store.source, passedOver };
  const more = remote && { marks, ...(remote.profile && { profile: remote.profile.name }) };
  if (instead === undefined) return ok(text, { ...details, ...more });
  return warning(text, `If that is not intended: --profile ${instead}, or remove .env.`, { ...details, ...more });
}

/** What names a store, too, and comes later. */
function storesPassedOver({ context, options }: Examination['session'], { source }: SelectedStore): string[] {
  const all = {
    '--store': options.store,
    '--profile': options.profile,
    SHOP_URL: context.env.SHOP_URL,
    SHOP_PROFILE: context.env.SHOP_PROFILE,
    'current profile': readUsableProfiles(context).current,
  };
  return Object.entries(all).flatMap(([name, value]) => (value && name !== source ? [name] : []));
}

const notUsed = (sources: readonly string[]): string =>
  sources.length === 0 ? '' : `; not used: ${sources.join(', ')}`;

async function token(examination: Examination): Promise<Diagnosis> {
  const { session, settings, store, opened } = examination;
  const address = await openStore({ ...session, settings: found(settings), opened });
  examination.address = address;
  if (store?.kind !== 'remote') return ok('created by the sandbox', { source: 'sandbox' });
  const source = tokenPlace(store);
  const fingerprint = fingerprintOf(address.token, formatBaseUrl(address.base));
  return ok(`from ${source}, fingerprint ${fingerprint}`, { source, fingerprint });
}

function tokenPlace({ token, source }: RemoteStore): string {
  if ('command' in token) return 'SHOP_TOKEN_COMMAND';
  if ('profile' in token)
    return `${token.profile.token === 'command' ? 'the token command of ' : ''}the profile ${token.profile.name}`;
  const variable = 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN';
  return source === '.env' ? `${variable} in .env` : variable;
}

async function values({ session: { context, options }, settings, store, path }: Examination) {
  const profile = store?.kind === 'remote' ? store.profile : undefined;
  const isUsed = store === undefined || ['.env', 'current profile'].includes(store.source);
  const { values: dotenv } = await (settings && isUsed ? readDotenv(context) : readDotenvMark(context));
  const origins = originsOf({ options, env: context.env, dotenv, profile });
  return origins.map(({ name, value, source, passedOver }) => ({
    ...ok(`${path(value)} (${source}${notUsed(passedOver)})`, { value: path(value), source, passedOver }),
    name,
  }));
}

/** Variables that are almost ours: a setting that is not used. */
function names({ session: { context } }: Examination): readonly Diagnosis[] {
  return misspelledIn(context.env).map(({ text, remedy }) => warning(text, `Correct the name, or ${remedy}.`));
}
