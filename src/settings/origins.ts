import { parseUrl } from '../text/urls.ts';
import { parseBaseUrl, pastedAddress } from './base-url.ts';
import { isProfileName, type Profile } from './profiles.ts';
import type { CommonOptions } from './settings.ts';
import { isYes, type Variable, type VariableValues, variables } from './variables.ts';

/** Where a setting comes from. */
interface Origin {
  /** The variable, or the option of what has no variable. */
  readonly name: string;
  /** Safe to print: no secret, and no value that may be one. */
  readonly value: string;
  /** `--timeout`, `environment`, `.env`, `profile staging` or `default`. */
  readonly source: string;
  /** Sources that set it too, and that the first one overrides. */
  readonly passedOver: readonly string[];
}

interface Sources {
  readonly options: CommonOptions;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Empty where `.env` is not used. */
  readonly dotenv: VariableValues;
  readonly profile: Profile | undefined;
}

/** Every setting with its value and source. What names a store is listed only where it is set. */
export function originsOf(sources: Sources): readonly Origin[] {
  const own = Object.keys(variables).flatMap((name) => originOf(name as Variable, sources) ?? []);
  const { options, env } = sources;
  const flags: Origin[] = [
    ...(options.caFile === undefined ? [] : [ofOption('--ca-file', options.caFile)]),
    ...(options.allowHttp ? [ofOption('--allow-http', 'yes')] : []),
    ...(options.color === false ? [ofOption('--no-color', 'yes')] : []),
  ];
  const others = otherVariables.filter((name) => env[name]).map((name) => ofVariable(name, env[name] ?? ''));
  return [...own, ...flags, ...others];
}

function originOf(name: Variable, { options, env, dotenv, profile }: Sources): Origin | undefined {
  const flag = flags[name]?.(options);
  const found = [
    ...(flag === undefined ? [] : [{ source: flag[0], value: flag[1] }]),
    ...(env[name] ? [{ source: 'environment', value: env[name] }] : []),
    ...(dotenv[name] ? [{ source: '.env', value: dotenv[name] }] : []),
    ...(profile?.settings?.[name] ? [{ source: `profile ${profile.name}`, value: profile.settings[name] }] : []),
  ];
  // Any source that says read-only wins.
  const first = (name === 'SHOP_READ_ONLY' && found.find(({ value }) => isYes(value))) || found[0];
  if (first)
    return {
      name,
      value: printable(name, first.value),
      source: first.source,
      passedOver: found.filter((other) => other !== first).map(({ source }) => source),
    };
  const [, usual] = /\(default ([^)]+)\)$/.exec(variables[name]) ?? [];
  const fallback = usual ?? defaults[name];
  return fallback === undefined ? undefined : { name, value: fallback, source: 'default', passedOver: [] };
}

/** The options that override a variable, as typed. */
const flags: Partial<Record<Variable, (options: CommonOptions) => readonly [flag: string, value: string] | undefined>> =
  {
    SHOP_LOG_FORMAT: ({ logFormat }) => (logFormat === undefined ? undefined : ['--log-format', logFormat]),
    SHOP_OUTPUT: ({ json, output }) => (json ? ['--json', 'json'] : output && ['--output', output]) || undefined,
    SHOP_TIMEOUT: ({ timeout }) => (timeout === undefined ? undefined : ['--timeout', timeout]),
    SHOP_RETRIES: ({ retries }) => (retries === undefined ? undefined : ['--retries', retries]),
    SHOP_URL: ({ store }) => (store === undefined ? undefined : ['--store', store]),
    SHOP_PROFILE: ({ profile }) => (profile === undefined ? undefined : ['--profile', profile]),
  };

const defaults: Partial<Record<Variable, string>> = {
  SHOP_LANGUAGE: "the store's",
  SHOP_READ_ONLY: 'no',
};

/** Variables of other programs that shop-cli respects. */
const otherVariables = [
  'NO_COLOR',
  'FORCE_COLOR',
  'CI',
  'HTTPS_PROXY',
  'https_proxy',
  'NO_PROXY',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
] as const;

const ofOption = (name: string, value: string): Origin => ({ name, value, source: 'option', passedOver: [] });

const ofVariable = (name: string, value: string): Origin => ({
  name,
  value: /_proxy$/i.test(name) && !/^no/i.test(name) ? addressText(value) : value,
  source: 'environment',
  passedOver: [],
});

/** A value without anything that may be a secret: people set a token in the wrong variable. */
function printable(name: Variable, value: string): string {
  if (name.startsWith('SHOP_TOKEN')) return 'set';
  if (name === 'SHOP_URL') return storeText(value);
  if (name === 'SHOP_PROFILE') return isProfileName(value) && value.length <= longestName ? value : 'set';
  return value.length <= longestName ? value : 'set';
}

/** Characters. Tokens are longer than the names and values that are shown. */
const longestName = 24;

function storeText(text: string): string {
  const value = pastedAddress(text);
  if (/^sandbox(:|$)/.test(value)) return value;
  try {
    const { origin, path } = parseBaseUrl(value, 'SHOP_URL', true);
    return `${new URL(origin).host}${path}`;
  } catch {
    return 'set, but not a store URL';
  }
}

/** `proxy.example:8080, with a password`. */
function addressText(value: string): string {
  const text = /^[a-z]+:\/\//i.test(value) ? value : `http://${value}`;
  const url = parseUrl(text);
  if (!url) return 'set, but not a URL';
  const { host, username, password } = url;
  return `${host}${username || password ? ', with a user name or password' : ''}`;
}
