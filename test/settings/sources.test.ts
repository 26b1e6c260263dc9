import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CliError } from '../../src/errors.ts';
import type { Profile } from '../../src/settings/profiles.ts';
import { chooseStore, type SelectedStore } from '../../src/settings/store.ts';
import type { StoreSources, TokenSource } from '../../src/settings/token.ts';
import { isThorough } from '../support/thorough.ts';

// Every combination of what may name a store and its token. Each address and each token says where it comes from.

const profiles: readonly Profile[] = [
  { name: 'live', url: 'https://live.example', production: true, readOnly: false },
  { name: 'live-copy', url: 'https://live.example', production: false, readOnly: false },
  { name: 'test', url: 'https://test.example', production: false, readOnly: false },
  { name: 'path', url: 'https://env.example/nl', production: false, readOnly: false },
];

// Most combinations are errors, whose stacks nobody reads.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

/** What each source may say; the first is that it says nothing. */
const choices = {
  '--store': [
    undefined,
    'https://store.example',
    'https://LIVE.example/api/v2/',
    'https://env.example/nl',
    'https://env.example/fr',
    'sandbox',
  ],
  '--profile': [undefined, 'live', 'missing'],
  SHOP_URL: [undefined, 'https://env.example', 'https://live.example', 'sandbox', 'not an address'],
  SHOP_TOKEN: [undefined, 'token of the environment'],
  SHOP_TOKEN_FILE: [undefined, 'file of the environment'],
  SHOP_TOKEN_COMMAND: [undefined, 'command of the environment'],
  SHOP_PROFILE: [undefined, 'live'],
  '.env SHOP_URL': [undefined, 'https://dot.example', 'https://live.example'],
  '.env SHOP_TOKEN': [undefined, 'token of .env'],
  '.env SHOP_TOKEN_FILE': [undefined, 'file of .env'],
  '.env SHOP_PROFILE': [undefined, 'test'],
  'current profile': [undefined, 'live', 'missing'],
} as const;

type Said = { readonly [K in keyof typeof choices]?: string | undefined };

/** @param step to take only some of them: no divisor of any count of choices, so that every few choices meet in every way */
function* combinations(step = 1): Generator<Said> {
  const names = Object.keys(choices) as (keyof typeof choices)[];
  const count = names.reduce((product, name) => product * choices[name].length, 1);
  for (let number = 0; number < count; number += step) {
    let rest = number;
    const said: Record<string, string | undefined> = {};
    for (const name of names) {
      const values = choices[name];
      said[name] = values[rest % values.length];
      rest = Math.floor(rest / values.length);
    }
    yield said;
  }
}

const sourcesOf = (said: Said): StoreSources => ({
  option: said['--store'],
  profileOption: said['--profile'],
  environment: variablesIn(said, 'SHOP_'),
  dotenv: variablesIn(said, '.env SHOP_'),
  profiles: { current: said['current profile'], profiles },
  allowHttp: false,
});

/** Those that begin so and are set, by the names of variables. */
const variablesIn = (said: Said, start: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) =>
      name.startsWith(start) && value !== undefined ? [[name.replace('.env ', ''), value]] : [],
    ),
  );

function chosen(said: Said): SelectedStore | CliError {
  try {
    return chooseStore(sourcesOf(said));
  } catch (error) {
    return error as CliError;
  }
}

const isStore = (outcome: SelectedStore | CliError): outcome is SelectedStore => !(outcome instanceof Error);
const addressOf = (store: SelectedStore): string =>
  store.kind === 'sandbox' ? 'sandbox' : `${store.base.origin}${store.base.path}`;
const tokenOf = (token: TokenSource): string => {
  if ('value' in token) return token.value;
  if ('file' in token) return token.file;
  return 'command' in token ? token.command : `token of the profile ${token.profile.name}`;
};

const addressOfProfile = (name: string | undefined): string | undefined =>
  profiles.find((profile) => profile.name === name)?.url;

/** As a URL, without what is added for the API; the sandbox and nonsense as they are. */
const plain = (address: string): string =>
  URL.canParse(address) ? address.toLowerCase().replace(/\/api\/v2\/$/, '') : address;

/** The first source that names a store, and what it names. */
function firstOf(said: Said): readonly [string, string | undefined] | undefined {
  if (said['--store']) return ['--store', plain(said['--store'])];
  if (said['--profile']) return ['--profile', addressOfProfile(said['--profile'])];
  if (said.SHOP_URL) return ['SHOP_URL', said.SHOP_URL];
  if (said.SHOP_PROFILE) return ['SHOP_PROFILE', addressOfProfile(said.SHOP_PROFILE)];
  if (said['.env SHOP_URL']) return ['.env', said['.env SHOP_URL']];
  if (said['.env SHOP_PROFILE']) return ['.env', addressOfProfile(said['.env SHOP_PROFILE'])];
  return said['current profile'] ? ['current profile', addressOfProfile(said['current profile'])] : undefined;
}

/** Whether a token may go to an address: what the documentation promises, said without the order of the sources. */
function mayGo(token: string, address: string, said: Said): boolean {
  const named = token.replace('token of the profile ', '');
  if (named !== token) return addressOfProfile(named) === address;
  if (token.endsWith(' of .env')) return said['.env SHOP_URL'] === address && firstOf(said)?.[0] === '.env';
  // The environment's: to its own SHOP_URL, or to a --store of the same origin, or of any where there is no SHOP_URL.
  if (!said['--store']) return said.SHOP_URL === address && !said['--profile'];
  if (said['--profile'] || profiles.some(({ url }) => url === address)) return false;
  return !said.SHOP_URL || new URL(said.SHOP_URL).origin === new URL(address).origin;
}

interface Finding {
  readonly rule: string;
  readonly said: Said;
  readonly outcome: string;
}

function faultOf(said: Said, outcome: SelectedStore | CliError): string | undefined {
  if (!isStore(outcome)) return ['usage', 'auth'].includes(outcome.kind) ? undefined : 'no other error';
  const address = addressOf(outcome);
  const first = firstOf(said);
  if (outcome.source !== first?.[0] || address !== first[1]) return 'the first source that names a store wins';
  if (outcome.kind === 'sandbox') return undefined;
  if (!mayGo(tokenOf(outcome.token), address, said)) return 'a token goes to no other store than its own';
  if (outcome.production !== (address === 'https://live.example')) return 'a mark holds however the store is reached';
  const isRedirected =
    outcome.source === '.env' && ![undefined, address].includes(addressOfProfile(said['current profile']));
  return (outcome.insteadOf !== undefined) === isRedirected ? undefined : 'a .env that redirects is said';
}

/** What is said where nothing may decide: `.env` beside a source before it, and tokens beside a profile. */
function withoutIgnored(said: Said): Said {
  const [first] = firstOf(said) ?? [];
  const isEarlier = first !== undefined && first !== '.env' && first !== 'current profile';
  const ignored = isEarlier
    ? /^\.env|^current/
    : first === '.env'
      ? /^current|^SHOP_TOKEN/
      : first
        ? /^\.env|^SHOP_TOKEN/
        : /^\.env/;
  return Object.fromEntries(Object.entries(said).filter(([name]) => !ignored.test(name)));
}

test('however sources are combined, the first wins, and no token goes to another store than its own', () => {
  const findings: Finding[] = [];
  const counts = { stores: 0, usage: 0, auth: 0 };
  for (const said of combinations(isThorough ? 1 : 7)) {
    const outcome = chosen(said);
    counts[isStore(outcome) ? 'stores' : (outcome.kind as 'usage' | 'auth')]++;
    const rule = faultOf(said, outcome);
    if (rule !== undefined) findings.push({ rule, said, outcome: described(outcome) });
  }
  expect(findings.slice(0, 3)).toEqual([]);
  // Each kind of outcome is really there.
  expect(counts).toEqual(
    isThorough ? { stores: 34064, usage: 68992, auth: 624 } : { stores: 4870, usage: 9853, auth: 89 },
  );
});

test('what stands behind the first source changes nothing, not even the error; nor does a variable that is empty', () => {
  const findings: unknown[] = [];
  for (const said of combinations(isThorough ? 1 : 49)) {
    const [full, ...others] = [said, withoutIgnored(said), withEmpty(said)].map((each) => described(chosen(each)));
    if (others.some((other) => other !== full)) findings.push({ said, full, others });
  }
  expect(findings.slice(0, 3)).toEqual([]);
});

const withEmpty = (said: Said): Said =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, name.includes('SHOP') ? (value ?? '') : value]),
  );

function described(outcome: SelectedStore | CliError): string {
  if (!isStore(outcome)) return `${outcome.kind}: ${outcome.message}`;
  return outcome.kind === 'sandbox'
    ? `${outcome.source}: sandbox`
    : `${outcome.source}: ${addressOf(outcome)} with ${tokenOf(outcome.token)}`;
}

describe('what people do', () => {
  const token = { SHOP_TOKEN: 'token of the environment' };
  const ofDotenv = { '.env SHOP_URL': 'https://dot.example', '.env SHOP_TOKEN': 'token of .env' };
  const live = 'https://live.example';

  test.each<[Said, string]>([
    [{ 'current profile': 'live' }, `current profile: ${live} with token of the profile live`],
    [
      { '--profile': 'test', 'current profile': 'live' },
      '--profile: https://test.example with token of the profile test',
    ],
    [{ '--store': live, ...token }, `--store: ${live} with token of the profile live`],
    [{ '--store': `${live}/nl`, ...token }, `--store: ${live}/nl with token of the environment`],
    [{ '--store': live, '--profile': 'live-copy' }, `--store: ${live} with token of the profile live-copy`],
    [
      { '--profile': 'live', SHOP_URL: 'https://env.example', ...token },
      `--profile: ${live} with token of the profile live`,
    ],
    [{ SHOP_URL: live, SHOP_PROFILE: 'live' }, `SHOP_URL: ${live} with token of the profile live`],
    [{ SHOP_URL: live, SHOP_TOKEN_COMMAND: 'a', ...token }, `SHOP_URL: ${live} with token of the environment`],
    [{ SHOP_URL: live, SHOP_TOKEN_COMMAND: 'a', SHOP_TOKEN_FILE: 'b' }, `SHOP_URL: ${live} with b`],
    [{ SHOP_URL: live, SHOP_PROFILE: 'live', SHOP_TOKEN_COMMAND: 'a' }, `SHOP_URL: ${live} with a`],
    [{ SHOP_URL: live, SHOP_PROFILE: 'live', ...token }, `SHOP_URL: ${live} with token of the environment`],
    [{ SHOP_PROFILE: 'test', ...ofDotenv }, 'SHOP_PROFILE: https://test.example with token of the profile test'],
    [{ ...ofDotenv, 'current profile': 'live' }, '.env: https://dot.example with token of .env'],
    [{ '.env SHOP_TOKEN': 'a', 'current profile': 'live' }, `current profile: ${live} with token of the profile live`],
    [
      { '.env SHOP_PROFILE': 'test', 'current profile': 'live' },
      '.env: https://test.example with token of the profile test',
    ],
  ])('when they choose a store by %j gives %s', (said, expected) => {
    expect(described(chosen(said))).toBe(expected);
  });

  test.each<[Said, string]>([
    [{}, 'usage: No store selected.'],
    [
      { '--store': 'http://127.0.0.1:8080', 'current profile': 'live' },
      'auth: No token for 127.0.0.1:8080 in the environment.',
    ],
    [
      { '--store': live, '--profile': 'test' },
      `usage: --store is ${live}, but the profile test is https://test.example.`,
    ],
    [{ '--store': 'sandbox', '--profile': 'live' }, `usage: --store is the sandbox, but the profile live is ${live}.`],
    [{ SHOP_URL: live }, 'auth: No token for live.example in the environment.'],
    [
      { SHOP_URL: 'https://env.example', SHOP_PROFILE: 'live' },
      `usage: SHOP_URL names https://env.example, but the profile live is ${live}.`,
    ],
    [
      { SHOP_URL: 'https://env.example', SHOP_TOKEN: 'a', SHOP_TOKEN_FILE: 'b' },
      'usage: Both SHOP_TOKEN and SHOP_TOKEN_FILE are set in the environment.',
    ],
    [{ '.env SHOP_URL': 'https://dot.example', ...token }, 'auth: No token for dot.example in .env.'],
    [{ 'current profile': 'lve' }, 'usage: No profile is named "lve" (current profile).'],
  ])('is refused when they choose a store by %j: %s', (said, expected) => {
    expect(described(chosen(said))).toBe(expected);
  });
});
