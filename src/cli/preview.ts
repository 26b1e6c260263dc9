import { type ApiRequest, isWrite, type TokenPlace } from '../client/request.ts';
import { encodeQuery, type Query } from '../client/request-url.ts';
import { CliError } from '../errors.ts';
import { hideSecretHeaders, hideSecrets } from '../input/secrets.ts';
import type { Target } from '../output/view.ts';
import type { Json } from '../resources/kind.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isTypedSecret, withoutTypedSecrets } from '../resources/typed-secrets.ts';
import { unlessUnusable } from '../settings/settings.ts';
import { isProduction, storeValue } from '../settings/store.ts';
import { escapeJson, shellQuoted } from '../text/escape.ts';
import { redacted } from '../text/words.ts';
import { type CurlShell, curlShell, type Invocation } from './options.ts';
import type { WriteProtection } from './write-protection.ts';

/** Thrown in place of a request that was only to be shown: the command is done. */
export class RequestShown extends Error {
  /** As `--dry-run` shows it; undefined where it was printed. */
  readonly request: StoreRecord | undefined;

  constructor(request?: StoreRecord) {
    super();
    this.request = request;
  }
}

/** The command whose requests are guarded. */
export interface Guarded extends Invocation {
  readonly protection: Pick<WriteProtection, 'confirm'>;
  /** For `--mask-pii`: a body without personal data. */
  readonly mask?: Mask | undefined;
  /** Prints the request that is only shown. */
  readonly write: (text: string) => Promise<void>;
}

type Mask = (body: StoreRecord) => StoreRecord;

interface GuardOptions {
  /** Whether the command prints the requests of `--dry-run` itself: see `printRequests`. */
  readonly printsRequests: boolean;
  /** As `ConnectOptions.hidesSecrets`. */
  readonly hidesSecrets: boolean;
}

/**
 * The guard of a connection: shows requests instead of sending them (`--curl`: all, `--dry-run`: writes), and lets no
 * write pass unprotected.
 */
export function guardOf(
  command: Guarded,
  { printsRequests, hidesSecrets }: GuardOptions,
): (request: ApiRequest) => Promise<void> {
  const { context, options, protection } = command;
  const hide = hidesSecrets ? hideSecretsOf : () => undefined;
  return async (request) => {
    hide(request, context);
    if (options.curl) await writeCurl(request, command);
    else if (!isWrite(request)) return;
    else if (!options.dryRun) return await protection.confirm();
    else if (printsRequests) throw new RequestShown(shownRequest(withoutSecrets(request), command));
    else await command.write(requestText(shownRequest(withoutSecrets(request), command), command.settings));
    throw new RequestShown();
  };
}

function hideSecretsOf({ body, url, headers }: ApiRequest, { secrets }: Guarded['context']): void {
  hideSecrets(body, secrets);
  hideSecretHeaders(headers, secrets);
  hideSecrets(Object.fromEntries(url.query), secrets);
}

/** A request as JSON, in any format; on one line where each line is a record. */
const requestText = (request: StoreRecord, { output }: Pick<Guarded['settings'], 'output'>): string =>
  escapeJson(`${JSON.stringify(request, null, output === 'ndjson' ? undefined : 2)}\n`);

/**
 * Prints the requests of a command that sends several. In JSON and YAML they are one document, as the result would be.
 */
export async function printRequests(
  { settings, target }: Pick<Guarded, 'settings'> & { readonly target: Pick<Target, 'write'> },
  requests: readonly StoreRecord[],
): Promise<void> {
  const isDocument = settings.output === 'json' || settings.output === 'yaml';
  if (isDocument) return await target.write(escapeJson(`${JSON.stringify(requests, null, 2)}\n`));
  for (const request of requests) await target.write(requestText(request, settings));
}

async function writeCurl(request: ApiRequest, { context, options, write }: Guarded): Promise<void> {
  const shell = curlShell(options, context.platform);
  await write(`${lines[shell]({ ...withoutSecrets(request), caFile: options.caFile })}\n`);
  // The token of a profile or of a file is nowhere for curl to read.
  if (!context.env.SHOP_TOKEN)
    await context.stderr.write('Set SHOP_TOKEN before you run this: the curl command reads the token from it.\n');
}

/** A request as `--dry-run` shows it: JSON, without the token and what `mask` hides, with its store first. */
function shownRequest(
  { method, url, headers, body }: ApiRequest,
  { settings, mask = (whole) => whole }: Pick<Guarded, 'settings' | 'mask'>,
): StoreRecord {
  const store = unlessUnusable(settings.store);
  const { 'accept-language': language } = headers;
  const typed = Object.entries(headers).filter(([name, value]) => name !== 'accept-language' && usual[name] !== value);
  return {
    store: store ? storeValue(store) : null,
    ...(store && isProduction(store) ? { production: true } : {}),
    method,
    path: url.path,
    ...(url.query.length === 0 ? {} : mask({ query: shownQuery(url.query) })),
    ...(language === undefined ? {} : { language }),
    ...(typed.length === 0 ? {} : { headers: Object.fromEntries(typed) }),
    ...(body === undefined ? {} : mask({ body })),
  };
}

/** Headers that say nothing about a request. */
const usual: ApiRequest['headers'] = { accept: 'application/json', 'content-type': 'application/json' };

/** Parameters by name; a repeated one as a list. */
function shownQuery(query: Query): Readonly<Record<string, Json>> {
  const values = (name: string): readonly string[] =>
    query.filter(([other]) => other === name).map(([, value]) => value);
  return Object.fromEntries(query.map(([name, value]) => [name, values(name).length === 1 ? value : values(name)]));
}

/** The same request with passwords and other secrets masked, in its headers too: a line is shown to colleagues, and kept in logs. */
const withoutSecrets = (request: ApiRequest): ApiRequest => ({
  ...request,
  headers: withoutTypedSecrets(request.headers),
  url: request.url.withQuery(request.url.query.map(([name, value]) => [name, isTypedSecret(name) ? redacted : value])),
  ...(request.body !== undefined && { body: withoutTypedSecrets(request.body) }),
});

/** A request, and the file of `--ca-file`. */
type CurlRequest = ApiRequest & { readonly caFile?: string | undefined };

/**
 * The command line that sends a request with curl. The token is read from SHOP_TOKEN, and is never an argument: every
 * process could see it.
 */
const lines: Readonly<Record<CurlShell, (request: CurlRequest) => string>> = {
  posix: posixLine,
  powershell: powershellLine,
  cmd: cmdLine,
};

/** The token comes by standard input, so that it is in no history. In a query, curl percent-encodes it. */
function posixLine({ method, url, headers, body, token, caFile }: CurlRequest): string {
  const options = [
    'curl --globoff --silent --show-error --fail-with-body',
    ...(caFile === undefined ? [] : [`--cacert ${shellQuoted(caFile)}`]),
    `--request ${method}`,
    ...headerLines(headers).map((header) => `--header ${shellQuoted(header)}`),
    // Curl encodes the value, but not the name.
    ...url.query.map(([name, value]) => `--url-query ${shellQuoted(`${encodeQuery(name)}=${value}`)}`),
    token.in === 'query' ? `--url-query ${token.name}@-` : '--header @-',
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(escapeJson(JSON.stringify(body)))}`]),
    shellQuoted(`${url}`),
  ];
  const format = token.in === 'query' ? `${token.prefix}%s` : `${tokenStart(token)}%s`;
  return `printf ${format === '%s' ? format : shellQuoted(format)} "$SHOP_TOKEN" | ${options.join(' ')}`;
}

function powershellLine(request: CurlRequest): string {
  const { option, start } = tokenSetting(request.token);
  const token = `('${option} = "${start}' + $env:SHOP_TOKEN.Replace('\\', '\\\\').Replace('"', '\\"') + '"')`;
  const quoted = configOf(request).map((line) => `'${line.replaceAll("'", "''")}'`);
  return `${[...quoted, token].join(', ')} | curl.exe --config -`;
}

/** A token with a quotation mark or a percent sign does not pass cmd. @throws CliError for such a header */
function cmdLine(request: CurlRequest): string {
  if (request.caFile?.includes('%'))
    throw new CliError('usage', 'cmd cannot pass a file name with a percent sign.', {
      field: '--ca-file',
      hint: 'Use --curl-for powershell.',
    });
  if (headerLines(request.headers).some((line) => /["%]/.test(line)))
    throw new CliError('usage', 'cmd cannot pass a header with a quotation mark or a percent sign.', {
      field: '--header',
      hint: 'Use --curl-for powershell.',
    });
  const { option, start } = tokenSetting(request.token);
  const token = `${option} = "${start}%SHOP_TOKEN:\\=\\\\%"`;
  return `(${[...configOf(request), token].map((line) => `echo ${line}`).join('& ')})| curl.exe --config -`;
}

/**
 * The configuration that curl reads from standard input in PowerShell and cmd, whose versions differ in how they quote
 * arguments. Plain ASCII, without characters that mean something to cmd outside of quotes: it reads one side of a pipe
 * twice.
 */
function configOf({ method, url, headers, body, caFile }: CurlRequest): readonly string[] {
  return [
    'globoff',
    'silent',
    'show-error',
    'fail-with-body',
    ...(caFile === undefined ? [] : [setting('cacert', caFile)]),
    setting('request', method),
    ...headerLines(headers).map((header) => setting('header', header)),
    ...(body === undefined ? [] : [setting('data-raw', asciiJson(body))]),
    // After a +, curl takes the whole as encoded: it would not encode the name.
    ...url.query.map(([name, value]) => setting('url-query', `+${encodeQuery(name)}=${encodeQuery(value)}`)),
    setting('url', `${url}`),
  ];
}

const headerLines = (headers: ApiRequest['headers']): readonly string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);

/** One line of a configuration of curl. */
const setting = (name: string, value: string): string => `${name} = "${value.replace(/["\\]/g, '\\$&')}"`;

/** The option of curl that adds the token, and what comes before the token in its value. */
const tokenSetting = (token: TokenPlace): { readonly option: string; readonly start: string } => ({
  option: token.in === 'query' ? 'url-query' : 'header',
  start: tokenStart(token),
});

const tokenStart = ({ in: place, name, prefix }: TokenPlace): string =>
  place === 'query' ? `${name}=${prefix}` : `${name}: ${prefix}`;

/** JSON in ASCII letters, digits and its own punctuation; other characters are escaped. */
const asciiJson = (body: Json): string =>
  JSON.stringify(body).replace(
    /[^\w "\\{}[\],:.+/@=;#$*?~-]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
