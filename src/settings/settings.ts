import type { Context, Output } from '../context.ts';
import { CliError } from '../errors.ts';
import { defaultFormat, type FileFormat, outputFormats } from '../output/formats.ts';
import { invalidValue, type Kind } from '../resources/kind.ts';
import { durationKind, oneOf, wholeFrom } from '../resources/kinds.ts';
import { languageTagKind } from '../resources/shop-kinds.ts';
import { escapeText } from '../text/escape.ts';
import { readDotenv, readDotenvMark } from './dotenv-file.ts';
import { readUsableProfiles } from './profiles-file.ts';
import { chooseStore, namesStore, type ReadOnlySource, readOnlySources, type SelectedStore } from './store.ts';
import { tokenCommandMark } from './token.ts';
import { misspelledIn, refuseLeakyNode, shopValues, type Variable, type VariableValues } from './variables.ts';

/** The global options, as typed; undefined if absent. */
export interface CommonOptions {
  readonly store?: string;
  readonly profile?: string;
  readonly confirmStore?: string;
  readonly output?: string;
  readonly json?: boolean;
  readonly logFormat?: string;
  readonly timeout?: string;
  readonly retries?: string;
  readonly color?: boolean;
  readonly allowHttp?: boolean;
  readonly verbose?: boolean;
  readonly fields?: string;
  readonly allFields?: boolean;
  readonly outputFile?: string;
  readonly quiet?: boolean;
  readonly maskPii?: boolean;
  readonly input?: boolean;
  readonly pager?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly curl?: boolean;
  readonly curlFor?: string;
  readonly caFile?: string;
}

export interface Settings {
  readonly output: FileFormat;
  /** Whether an option or a variable sets the format. */
  readonly outputNamed: boolean;
  readonly logFormat: (typeof logFormats)[number];
  /** `SHOP_LANGUAGE`: the language of product texts. */
  readonly language: string | undefined;
  /** Milliseconds for one request, from connecting to the last byte. */
  readonly timeout: number;
  /** Whether an option or a variable sets the timeout. */
  readonly timeoutNamed: boolean;
  readonly retries: number;
  readonly filterStyle: (typeof filterStyles)[number];
  /** Records per page when a whole list is read. */
  readonly pageSize: number;
  readonly taxField: (typeof taxFields)[number];
  /** What forbids every write; empty where writes are allowed. */
  readonly readOnlyBy: readonly ReadOnlySource[];
  readonly color: boolean;
  readonly verbose: boolean;
  /** Lazy: not every command needs a store. @throws CliError `usage`, `auth` */
  readonly store: () => SelectedStore;
  readonly storeNamed: boolean;
}

/**
 * The settings of one invocation: options, then environment, then `.env` (only if no option or variable names a store).
 * @throws CliError `usage` for all invalid settings at once
 */
export async function readSettings(options: CommonOptions, context: Context): Promise<Settings> {
  refuseLeakyNode(context.env);
  refuseTwoFormats(options);
  const environment = shopValues(context.env);
  const profiles = readUsableProfiles(context);
  const sources = {
    option: options.store,
    profileOption: options.profile,
    environment,
    profiles,
    allowHttp: options.allowHttp ?? false,
    isInTokenCommand: Boolean(context.env[tokenCommandMark]),
  };
  const isNamed = namesStore(sources);
  const { values: dotenv, faults, doubt } = await (isNamed ? readDotenvMark(context) : readDotenv(context));
  const misspelled = misspelledIn(context.env);
  await warnOf([...misspelled.map(({ text }) => text), ...faults], context);
  const store = once(() => chooseStore({ ...sources, dotenv }));
  const selected = unlessUnusable(store);
  const values: VariableValues = { ...settingsOfProfile(selected), ...dotenv, ...environment };
  return {
    ...checked(options, values),
    timeoutNamed: Boolean(options.timeout || values.SHOP_TIMEOUT),
    outputNamed: Boolean(options.json || options.output || values.SHOP_OUTPUT),
    readOnlyBy: readOnlySources(environment, dotenv, selected, [
      ...misspelled.filter(({ isMark }) => isMark).map(({ text, remedy }) => ({ fault: text, remedy })),
      ...(doubt === undefined ? [] : [{ fault: doubt, remedy: 'fix .env' }]),
    ]),
    color: usesColor(options.color, context.env, context.stdout),
    verbose: options.verbose ?? false,
    store,
    storeNamed: isNamed || Boolean(dotenv.SHOP_URL || dotenv.SHOP_PROFILE || profiles.current || profiles.fault),
  };
}

/**
 * What names a store where no option does, before the current profile: a variable, or `.env`. Undefined where nothing does,
 * where it names this profile, and where `.env` cannot be used: the next command says so.
 */
export async function storeNamedBefore(profile: string, context: Context): Promise<string | undefined> {
  const ofOther = ({ SHOP_URL: url, SHOP_PROFILE: name }: VariableValues): 'SHOP_URL' | 'SHOP_PROFILE' | undefined => {
    if (url) return 'SHOP_URL';
    return name && name !== profile ? 'SHOP_PROFILE' : undefined;
  };
  const environment = shopValues(context.env);
  if (environment.SHOP_URL || environment.SHOP_PROFILE) return ofOther(environment);
  const dotenv = await readDotenv(context).catch(() => undefined);
  return dotenv && ofOther(dotenv.values) && '.env';
}

/** Lines, at most. */
const maxWarnings = 5;

async function warnOf(faults: readonly string[], { stderr }: Context): Promise<void> {
  for (const text of faults.slice(0, maxWarnings)) await stderr.write(`Warning: ${escapeText(text)}\n`);
  const more = faults.length - maxWarnings;
  if (more > 0) await stderr.write(`Warning: ${more} more. To see all: shop-cli doctor\n`);
}

/**
 * How to print, and nothing else: for a command that reports what is wrong with the other settings. No file is read.
 * @throws CliError `usage` for an invalid format
 */
export function outputSettings(options: CommonOptions, { env, stdout }: Context): Settings {
  const { output, json, logFormat } = options;
  refuseTwoFormats(options);
  const set = outputFormats.find((format) => format === env.SHOP_OUTPUT);
  const log = logFormats.find((format) => format === env.SHOP_LOG_FORMAT);
  const values = { ...(set && { SHOP_OUTPUT: set }), ...(log && { SHOP_LOG_FORMAT: log }) };
  return {
    ...checked({ json, output, logFormat } as CommonOptions, values),
    timeoutNamed: false,
    outputNamed: Boolean(json || output || set),
    readOnlyBy: [],
    color: usesColor(options.color, env, stdout),
    verbose: options.verbose ?? false,
    store: () => {
      throw new CliError('usage', 'This command selects its store later.');
    },
    storeNamed: false,
  };
}

const isExcel = (format = ''): boolean => /^(xlsx?|excel)$/i.test(format);
const excelHint = 'For Excel: shop-cli products export --output-file products.xlsx';

function refuseTwoFormats({ json, output }: CommonOptions): void {
  if (json && output !== undefined && output !== 'json')
    throw new CliError('usage', `Use either --json or --output ${output}, not both.`, { field: '--output' });
}

const settingsOfProfile = (store: SelectedStore | undefined): VariableValues =>
  (store?.kind === 'remote' && store.profile?.settings) || {};

/** A store that cannot be chosen is reported where it is needed. */
export function unlessUnusable(choose: () => SelectedStore): SelectedStore | undefined {
  try {
    return choose();
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return undefined;
  }
}

/** The result of the first call, in every call. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

type CheckedSettings = Pick<
  Settings,
  'output' | 'logFormat' | 'language' | 'timeout' | 'retries' | 'filterStyle' | 'pageSize' | 'taxField'
>;

function checked(options: CommonOptions, values: VariableValues): CheckedSettings {
  const faults: string[] = [];
  const read = <T>(name: Variable, kind: Kind<T>, flag?: string, option?: string): T | undefined => {
    const text = option ?? values[name];
    if (text === undefined || text === '') return undefined;
    const value = kind.typed(text);
    if (value === undefined) faults.push(invalidValue(option === undefined ? name : (flag ?? name), text, kind));
    return value;
  };
  const format = options.json ? 'json' : options.output;
  const result = {
    output: read('SHOP_OUTPUT', oneOf(outputFormats, 'format'), '--output', format) ?? defaultFormat,
    logFormat: read('SHOP_LOG_FORMAT', oneOf(logFormats, 'format'), '--log-format', options.logFormat) ?? 'text',
    language: read('SHOP_LANGUAGE', languageTagKind),
    timeout: read('SHOP_TIMEOUT', durationKind, '--timeout', options.timeout) ?? 30_000,
    retries: read('SHOP_RETRIES', wholeFrom(0, 10), '--retries', options.retries) ?? 2,
    filterStyle: read('SHOP_FILTER_STYLE', oneOf(filterStyles, 'style')) ?? 'both',
    pageSize: read('SHOP_PAGE_SIZE', wholeFrom(1, 500)) ?? 100,
    taxField: read('SHOP_TAX_FIELD', oneOf(taxFields, 'name')) ?? 'both',
  };
  if (faults.length > 0)
    throw new CliError('usage', faults.join('\n'), { hint: isExcel(format) ? excelHint : undefined });
  return result;
}

export const logFormats = ['text', 'json'] as const;
const filterStyles = ['both', 'plain', 'bracket'] as const;
const taxFields = ['both', 'taxRate', 'taxRateVal'] as const;

/**
 * Whether to colour a stream: `--no-color`, then `NO_COLOR` (no-color.org), `FORCE_COLOR`, then a terminal other than
 * `TERM=dumb`.
 */
export function usesColor(option: unknown, env: Context['env'], { isTerminal }: Output): boolean {
  if (option === false || env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}
