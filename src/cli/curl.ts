import type { ApiRequest } from '../client/exchange.ts';
import { encodeQuery } from '../client/request-url.ts';
import type { Json } from '../resources/kinds.ts';

/**
 * A request for curl in PowerShell or cmd. What these shells do with quotes in arguments differs between their versions, so nothing but the name of
 * the program is an argument: curl reads all of it, the token too, as a configuration from standard input. Only plain ASCII stands there, and nothing
 * that cmd gives a meaning outside of quotes, since it reads one side of a pipe twice. A token with a quotation mark or a percent sign does not get
 * through cmd.
 */
export function configCommand(
  shell: 'powershell' | 'cmd',
  { method, url, language }: ApiRequest,
  body: Json | undefined,
): string {
  const lines = [
    'globoff',
    'silent',
    'show-error',
    'fail-with-body',
    setting('request', method),
    setting('header', 'accept: application/json'),
    ...(body === undefined ? [] : [setting('header', 'content-type: application/json')]),
    ...(language ? [setting('header', `accept-language: ${language}`)] : []),
    ...(body === undefined ? [] : [setting('data-raw', plainJson(body))]),
    // With + curl takes it as it is: it would not encode the name.
    ...url.query.map(([name, value]) => setting('url-query', `+${encodeQuery(name)}=${encodeQuery(value)}`)),
    setting('url', `${url}`),
  ];
  return shell === 'powershell' ? inPowerShell(lines) : inCmd(lines);
}

function inPowerShell(lines: readonly string[]): string {
  const token = `('url-query = "token=' + $env:SHOP_TOKEN.Replace('\\', '\\\\').Replace('"', '\\"') + '"')`;
  return `${[...lines.map((line) => `'${line.replaceAll("'", "''")}'`), token].join(', ')} | curl.exe --config -`;
}

function inCmd(lines: readonly string[]): string {
  const token = 'url-query = "token=%SHOP_TOKEN:\\=\\\\%"';
  return `(${[...lines, token].map((line) => `echo ${line}`).join('& ')})| curl.exe --config -`;
}

/** One line of a configuration of curl. */
const setting = (name: string, value: string): string => `${name} = "${value.replace(/["\\]/g, '\\$&')}"`;

/** JSON in letters, digits and its own punctuation; in its texts everything else is escaped, which stays the same JSON. */
const plainJson = (body: Json): string =>
  JSON.stringify(body).replace(
    /[^\w "\\{}[\],:.+/@=;#$*?~-]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
