import { openStore } from '../../cli/store.ts';
import { formatBaseUrl } from '../../settings/base-url.ts';
import { fingerprintOf } from '../../settings/credentials.ts';
import { type Origin, originsOf } from '../../settings/origins.ts';
import { readProfiles } from '../../settings/profiles-file.ts';
import { readSettings } from '../../settings/settings.ts';
import { namesStore, type RemoteStore, storeName } from '../../settings/store.ts';
import { readDotenv, readDotenvMark } from '../../settings/variables.ts';
import { type Check, type Examination, type Finding, found, ok, warning } from './check.ts';

/** Which store, by which source, with whose token, and every other setting. */
export const settingsChecks: readonly Check[] = [
  {
    group: 'Settings',
    name: 'profiles',
    run: async (examination) => {
      const { profiles, current } = await readProfiles(examination.session.context);
      examination.profiles = { profiles, current };
      if (profiles.length === 0) return ok('none stored');
      const names = profiles.map(({ name }) => name).join(', ');
      return ok(`${names} (current: ${current ?? 'none'})`, { profiles: profiles.map(({ name }) => name), current });
    },
  },
  { group: 'Settings', name: '.env', run: dotenvFinding },
  {
    group: 'Settings',
    name: 'settings',
    needs: ['profiles', '.env'],
    run: async (examination) => {
      const { context, options } = examination.session;
      examination.settings = await readSettings(options, context);
      return ok('valid');
    },
  },
  { group: 'Settings', name: 'store', needs: ['settings'], run: storeFinding },
  {
    group: 'Settings',
    name: 'token',
    needs: ['store'],
    run: async (examination) => {
      const { session, store, opened } = examination;
      const address = await openStore({ ...session, settings: found(examination.settings), opened });
      examination.address = address;
      session.context.secrets.add(address.token);
      const fingerprint = fingerprintOf(address.token, formatBaseUrl(address.base));
      return store?.kind === 'remote'
        ? ok(`from ${tokenPlace(store)}, fingerprint ${fingerprint}`, { source: tokenPlace(store), fingerprint })
        : ok('created by the sandbox', { source: 'sandbox' });
    },
  },
  { group: 'Settings', name: 'values', run: valueFindings },
];

/** Whether other sources named a store is known before any file is read. */
const isNamed = ({ session: { context, options } }: Examination): boolean =>
  namesStore({
    option: options.store,
    profileOption: options.profile,
    environment: context.env,
    profiles: { current: undefined, profiles: [] },
    allowHttp: false,
  });

async function dotenvFinding(examination: Examination): Promise<Finding> {
  const { context } = examination.session;
  examination.dotenv = {};
  if (isNamed(examination)) {
    const { mark, fault } = await readDotenvMark(context);
    examination.dotenv = mark;
    if (fault) throw fault;
    const isThere = await context.files.exists('.env');
    return ok(
      isThere ? 'only SHOP_READ_ONLY counts: an option or a variable names the store' : 'none in this directory',
    );
  }
  examination.dotenv = await readDotenv(context);
  const names = Object.keys(examination.dotenv);
  return ok(names.length === 0 ? 'none in this directory' : `sets ${names.join(', ')}`, { names });
}

async function storeFinding(examination: Examination): Promise<Finding> {
  const store = found(examination.settings).store();
  examination.store = store;
  const passed = passedOver(examination, store.source);
  const others = passed.length === 0 ? '' : `; not used: ${passed.join(', ')}`;
  const details = { store: storeName(store), source: store.source, passedOver: passed };
  if (store.kind === 'sandbox') return ok(`${storeName(store)}, from ${store.source}${others}`, details);
  const marks = [store.production ? 'production' : '', store.readOnly ? 'read-only' : ''].filter((mark) => mark !== '');
  const profile = store.profile && { profile: store.profile.name };
  const named = `${storeName(store)}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}, from ${store.source}`;
  return store.insteadOf
    ? warning(
        `${named}, not the current profile ${store.insteadOf.name}${others}`,
        `If that is not intended: --profile ${store.insteadOf.name}, or remove .env.`,
        { ...details, marks, ...profile },
      )
    : ok(`${named}${others}`, { ...details, marks, ...profile });
}

/** What names a store, too, and comes later. */
function passedOver({ session: { context, options }, dotenv = {}, profiles }: Examination, source: string): string[] {
  const all: readonly (readonly [source: string, isSet: unknown])[] = [
    ['--store', options.store],
    ['--profile', options.profile],
    ['SHOP_URL', context.env.SHOP_URL],
    ['SHOP_PROFILE', context.env.SHOP_PROFILE],
    ['.env', dotenv.SHOP_URL || dotenv.SHOP_PROFILE],
    ['current profile', profiles?.current],
  ];
  return all.filter(([name, isSet]) => isSet && name !== source).map(([name]) => name);
}

function tokenPlace({ token, source }: RemoteStore): string {
  if ('profile' in token) return `the profile ${token.profile.name}`;
  const variable = 'file' in token ? 'SHOP_TOKEN_FILE' : 'SHOP_TOKEN';
  return source === '.env' ? `${variable} in .env` : variable;
}

function valueFindings({ session: { context, options }, dotenv = {}, store, path }: Examination): readonly Finding[] {
  const profile = store?.kind === 'remote' ? store.profile : undefined;
  return originsOf({ options, env: context.env, dotenv, profile }).map((origin) => valueFinding(origin, path));
}

function valueFinding({ name, value, source, passedOver }: Origin, path: Examination['path']): Finding {
  const shown = path(value);
  const others = passedOver.length === 0 ? '' : `; not used: ${passedOver.join(', ')}`;
  return {
    ...{ name, result: 'ok', message: `${shown} (${source}${others})` },
    details: { value: shown, source, passedOver },
  };
}
