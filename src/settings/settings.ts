import { parseEnv } from 'node:util';
import type { Context, Output } from '../context.ts';
import { CliError } from '../errors.ts';
import { chooseStore, type Store, type Values } from './store.ts';
import { type Variable, variables } from './variables.ts';

/** The options that every command has, as typed; undefined when not given. */
export interface CommonOptions {
  readonly store?: string;
  readonly output?: string;
  readonly json?: boolean;
  readonly timeout?: string;
  readonly retries?: string;
  readonly color?: boolean;
  readonly allowHttp?: boolean;
  readonly verbose?: boolean;
  readonly fields?: string;
  readonly outputFile?: string;
  readonly quiet?: boolean;
  readonly maskPii?: boolean;
  readonly input?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly curl?: boolean;
  readonly curlFor?: string;
  readonly caFile?: string;
}

export interface Settings {
  readonly output: (typeof outputFormats)[number];
  /** Whether an option or a variable names the format. */
  readonly outputNamed: boolean;
  /** `SHOP_LANGUAGE`, of product texts. */
  readonly language: (typeof languages)[number] | undefined;
  /** Milliseconds for one request, from connecting to the last byte. */
  readonly timeout: number;
  /** Whether the user chose it. */
  readonly timeoutNamed: boolean;
  readonly retries: number;
  readonly filterStyle: (typeof filterStyles)[number];
  readonly taxField: (typeof taxFields)[number];
  /** No write is sent. */
  readonly readOnly: boolean;
  readonly color: boolean;
  readonly verbose: boolean;
  /** The store, chosen when it is first asked for: not every command needs one. */
  readonly store: () => Store;
  readonly storeNamed: boolean;
}

/**
 * Settings of one invocation: option, else environment, else `.env` (used whole or not at all, and only when no option or variable names a store).
 * @throws CliError `usage` that names every setting at fault.
 */
export async function readSettings(options: CommonOptions, context: Context): Promise<Settings> {
  refuseLeakyNode(context.env);
  if (options.json && options.output !== undefined && options.output !== 'json') {
    throw new CliError('usage', `--json and --output ${options.output} exclude one another.`, { field: '--output' });
  }
  const environment = shopValues(context.env);
  const named = options.store !== undefined || Boolean(environment.SHOP_URL);
  const dotenv = named
    ? {}
    : shopValues(parseEnv(((await context.files.readText('.env')) ?? '').replace(/^\ufeff/, '')));
  const values: Values = { ...dotenv, ...environment };
  return {
    ...checked(options, values),
    timeoutNamed: Boolean(options.timeout || values.SHOP_TIMEOUT),
    outputNamed: Boolean(options.json || options.output || values.SHOP_OUTPUT),
    readOnly: !['', '0', 'false', 'no'].includes((values.SHOP_READ_ONLY ?? '').toLowerCase()),
    color: usesColor(options.color, context.env, context.stdout),
    verbose: options.verbose ?? false,
    store: () => chooseStore({ option: options.store, environment, dotenv, allowHttp: options.allowHttp ?? false }),
    storeNamed: named || Boolean(dotenv.SHOP_URL),
  };
}

type Checked = Pick<Settings, 'output' | 'language' | 'timeout' | 'retries' | 'filterStyle' | 'taxField'>;

function checked(options: CommonOptions, values: Values): Checked {
  const faults: string[] = [];
  const read = <T>(option: string | undefined, name: Variable, flag: string | undefined, setting: Setting<T>): T => {
    const text = option ?? values[name];
    const value = text === undefined || text === '' ? setting.fallback : setting.parse(text);
    if (value !== undefined || text === undefined || text === '') return value as T;
    faults.push(`${option === undefined ? name : flag} must be ${setting.expects}.`);
    return setting.fallback;
  };
  const result = {
    output: read(options.json ? 'json' : options.output, 'SHOP_OUTPUT', '--output', oneOf(outputFormats, 'table')),
    language: read<Settings['language']>(undefined, 'SHOP_LANGUAGE', undefined, oneOf(languages, undefined)),
    timeout: read(options.timeout, 'SHOP_TIMEOUT', '--timeout', {
      parse: parseDuration,
      fallback: 30_000,
      expects: 'a duration such as 30s',
    }),
    retries: read(options.retries, 'SHOP_RETRIES', '--retries', {
      parse: parseRetries,
      fallback: 2,
      expects: 'a whole number from 0 to 10',
    }),
    filterStyle: read(undefined, 'SHOP_FILTER_STYLE', undefined, oneOf(filterStyles, 'both')),
    taxField: read(undefined, 'SHOP_TAX_FIELD', undefined, oneOf(taxFields, 'both')),
  };
  if (faults.length > 0) throw new CliError('usage', faults.join('\n'));
  return result;
}

interface Setting<T> {
  readonly parse: (text: string) => T | undefined;
  readonly fallback: T;
  readonly expects: string;
}

function oneOf<const T extends string, F extends T | undefined>(choices: readonly T[], fallback: F): Setting<T | F> {
  return {
    parse: (text) => choices.find((choice) => choice === text),
    fallback,
    expects: `one of ${choices.join(', ')}`,
  };
}

const parseRetries = (text: string): number | undefined => (/^(\d|10)$/.test(text) ? Number(text) : undefined);

const shopValues = (all: Readonly<Record<string, string | undefined>>): Values =>
  Object.fromEntries(Object.keys(variables).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));

/** Node itself would print every URL, token included, or stop checking certificates. */
function refuseLeakyNode(env: Context['env']): void {
  if (debugged(env.NODE_DEBUG ?? '').some((pattern) => leakyModules.some((name) => pattern.test(name)))) {
    throw new CliError('usage', 'NODE_DEBUG would print the token with every request.', {
      hint: 'Unset NODE_DEBUG; --verbose shows the requests without it.',
    });
  }
  if (env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    throw new CliError('usage', 'NODE_TLS_REJECT_UNAUTHORIZED=0 would send the token to anybody.', {
      hint: 'Unset it, and give your own authority with NODE_EXTRA_CA_CERTS.',
    });
  }
}

/** Modules of Node whose debug output holds URLs. */
const leakyModules = ['http', 'https', 'http2', 'net', 'tls', 'undici', 'fetch', 'websocket', 'stream', 'url'];

/** The names in NODE_DEBUG, with `*` for any text, as Node reads them. */
const debugged = (value: string): readonly RegExp[] =>
  value.split(',').map(
    (name) =>
      new RegExp(
        `^${name
          .trim()
          .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
          .replaceAll('\\*', '.*')}$`,
        'i',
      ),
  );

/** What the settings with a few values take. A file of its own: the help and the completion need no more than this. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'yaml'] as const;
export const languages = ['nl', 'en', 'de', 'fr', 'es', 'it'] as const;
const filterStyles = ['both', 'plain', 'bracket'] as const;
const taxFields = ['both', 'taxRate', 'taxRateVal'] as const;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `500ms`, `30s`, `2m`, `1h` or seconds without a unit, as milliseconds; undefined for anything else and for zero. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text);
  const milliseconds = match ? Math.round(Number(match[1]) * (units[match[2] ?? 's'] ?? 0)) : 0;
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}

/** Whether a stream is coloured: at a terminal; `NO_COLOR` (no-color.org), `FORCE_COLOR` and `TERM=dumb` as everywhere, `--no-color` above all. */
export function usesColor(option: unknown, env: Context['env'], { isTerminal }: Output): boolean {
  if (option === false || env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}
