import type { ApiRequest, TokenPlace } from '../client/request.ts';
import { encodeQuery } from '../client/request-url.ts';
import { CliError } from '../errors.ts';
import type { Json } from '../resources/kind.ts';
import { escapeJson, shellQuoted } from '../text/escape.ts';
import type { CurlShell } from './options.ts';

/**
 * The command line that sends a request with curl. The token is read from SHOP_TOKEN, and is never an argument: every
 * process could see it.
 */
export const curlLine = (shell: CurlShell, request: CurlRequest): string => lines[shell](request);

/** A request, and the file of `--ca-file`. */
type CurlRequest = ApiRequest & { readonly caFile?: string | undefined };

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
