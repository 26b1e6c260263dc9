import { openStore } from '../../cli/store.ts';
import { formatBaseUrl } from '../../settings/base-url.ts';
import { fingerprintOf } from '../../settings/credentials.ts';
import { originsOf } from '../../settings/origins.ts';
import { readProfiles } from '../../settings/profiles-file.ts';
import { readSettings } from '../../settings/settings.ts';
import { namesStore, type RemoteStore, storeName, storeValue } from '../../settings/store.ts';
import { readDotenv, readDotenvMark } from '../../settings/variables.ts';
import { type Examination, type Finding, found, ok, warning } from './check.ts';

export async function profiles(examination: Examination): Promise<Finding> {
  const { profiles, current } = await readProfiles(examination.session.context);
  examination.profiles = { profiles, current };
  if (profiles.length === 0) return ok('none stored');
  const names = profiles.map(({ name }) => name);
  return ok(`${names.join(', ')} (current: ${current ?? 'none'})`, { profiles: names, current });
}

export async function dotenv(examination: Examination): Promise<Finding> {
  const { context, options } = examination.session;
  examination.dotenv = {};
  // Whether other sources name a store is known before any file is read.
  const isNamed = namesStore({
    option: options.store,
    profileOption: options.profile,
    environment: context.env,
    profiles: { current: undefined, profiles: [] },
    allowHttp: false,
  });
  if (!isNamed) {
    examination.dotenv = await readDotenv(context);
    const names = Object.keys(examination.dotenv);
    return ok(names.length === 0 ? 'none in this directory' : `sets ${names.join(', ')}`, { names });
  }
  const { mark, fault } = await readDotenvMark(context);
  examination.dotenv = mark;
  if (fault) throw fault;
  const isThere = await context.files.exists('.env');
  return ok(isThere ? 'only SHOP_READ_ONLY counts: an option or a variable names the store' : 'none in this directory');
}

export async function validSettings(examination: Examination): Promise<Finding> {
  const { context, options } = examination.session;
  examination.settings = await readSettings(options, context);
  return ok('valid');
}

export function selectedStore(examination: Examination): Finding {
  const store = found(examination.settings).store();
  examination.store = store;
  const passedOver = storesPassedOver(examination, store.source);
  const others = notUsed(passedOver);
  const details = { store: storeValue(store), source: store.source, passedOver };
  if (store.kind === 'sandbox') return ok(`${storeName(store)}, from ${store.source}${others}`, details);
  const marks = [store.production ? 'production' : '', store.readOnly ? 'read-only' : ''].filter((mark) => mark !== '');
  const marked = marks.length > 0 ? ` (${marks.join(', ')})` : '';
  const named = `${storeName(store)}${marked}, from ${store.source}`;
  const more = { ...details, marks, ...(store.profile && { profile: store.profile.name }) };
  const { insteadOf } = store;
  if (insteadOf === undefined) return ok(`${named}${others}`, more);
  return warning(
    `${named}, not the current profile ${insteadOf.name}${others}`,
    `If that is not intended: --profile ${insteadOf.name}, or remove .env.`,
    more,
  );
}

/** What names a store, too, and comes later. */
function storesPassedOver({ session: { context, options }, dotenv, profiles }: Examination, source: string): string[] {
  const all = {
    '--store': options.store,
    '--profile': options.profile,
    SHOP_URL: context.env.SHOP_URL,
    SHOP_PROFILE: context.env.SHOP_PROFILE,
    '.env': dotenv?.SHOP_URL || dotenv?.SHOP_PROFILE,
    'current profile': profiles?.current,
  };
  return Object.entries(all).flatMap(([name, value]) => (value && name !== source ? [name] : []));
}

const notUsed = (sources: readonly string[]): string =>
  sources.length === 0 ? '' : `; not used: ${sources.join(', ')}`;

export async function token(examination: Examination): Promise<Finding> {
  const { session, settings, store, opened } = examination;
  const address = await openStore({ ...session, settings: found(settings), opened });
  examination.address = address;
  session.context.secrets.add(address.token);
  if (store?.kind !== 'remote') return ok('created by the sandbox', { source: 'sandbox' });
  const source = tokenPlace(store);
  const fingerprint = fingerprintOf(address.token, formatBaseUrl(address.base));
  return ok(`from ${source}, fingerprint ${fingerprint}`, { source, fingerprint });
}

function tokenPlace({ token, source }: RemoteStore): string {
  if ('profile' in token) return `the profile ${token.profile.name}`;
  const variable = 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN';
  return source === '.env' ? `${variable} in .env` : variable;
}

export function values({ session: { context, options }, dotenv = {}, store, path }: Examination): readonly Finding[] {
  const profile = store?.kind === 'remote' ? store.profile : undefined;
  const origins = originsOf({ options, env: context.env, dotenv, profile });
  return origins.map(({ name, value, source, passedOver }) => ({
    ...ok(`${path(value)} (${source}${notUsed(passedOver)})`, { value: path(value), source, passedOver }),
    name,
  }));
}
