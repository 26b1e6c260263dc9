import { type ApiRequest, isWrite } from '../client/exchange.ts';
import { encodeQuery } from '../client/request-url.ts';
import { CliError } from '../errors.ts';
import { secretFields } from '../resources/customers.ts';
import type { Json } from '../resources/kinds.ts';
import { escapeJson } from '../text/escape.ts';
import { redacted } from '../text/redact.ts';

/** Thrown instead of making a request that was only to be shown: the command is done. */
export class Shown extends Error {}

export interface PreviewOptions {
  readonly dryRun: boolean;
  readonly curl: boolean;
  readonly readOnly: boolean;
  readonly write: (text: string) => Promise<void>;
}

/** The guard of a connection: shows a request instead of making it (`--curl` every request, `--dry-run` a write), and refuses writes to a read-only store. */
export function guardOf({ dryRun, curl, readOnly, write }: PreviewOptions): (request: ApiRequest) => Promise<void> {
  return async (request) => {
    if (curl) await write(`${curlCommand(request)}\n`);
    else if (dryRun && isWrite(request)) await write(escapeJson(`${JSON.stringify(shownRequest(request), null, 2)}\n`));
    else if (isWrite(request) && readOnly) throw refused();
    else return;
    throw new Shown();
  };
}

/** A request as JSON, without the token and with passwords masked. */
function shownRequest({ method, url, body, language }: ApiRequest): Readonly<Record<string, Json>> {
  return {
    method,
    path: url.path,
    ...(url.query.length === 0 ? {} : { query: Object.fromEntries(url.query) }),
    ...(language === undefined ? {} : { language }),
    ...(body === undefined ? {} : { body: masked(body) }),
  };
}

/**
 * The same request for curl, in a POSIX shell. The token goes in by standard input and is percent-encoded by curl, so that it stands in no
 * argument, which every process could read, and in no history.
 */
export function curlCommand({ method, url, body, language }: ApiRequest): string {
  const headers = [
    'accept: application/json',
    ...(body === undefined ? [] : ['content-type: application/json']),
    ...(language ? [`accept-language: ${language}`] : []),
  ];
  const parts = [
    'curl --globoff --silent --show-error --fail-with-body',
    `--request ${method}`,
    ...headers.map((header) => `--header ${quoted(header)}`),
    // Curl encodes the value, but not the name.
    ...url.query.map(([name, value]) => `--url-query ${quoted(`${encodeQuery(name)}=${value}`)}`),
    '--url-query token@-',
    ...(body === undefined ? [] : [`--data-raw ${quoted(escapeJson(JSON.stringify(masked(body))))}`]),
    quoted(`${url}`),
  ];
  return `printf %s "$SHOP_TOKEN" | ${parts.join(' ')}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function masked(body: Json): Json {
  if (Array.isArray(body)) return body.map(masked);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, secretFields.includes(name.toLowerCase()) ? redacted : masked(value as Json)]),
  );
}

function refused(): CliError {
  return new CliError('usage', 'This store is marked read-only: nothing was sent.', {
    field: 'SHOP_READ_ONLY',
    hint: 'Unset SHOP_READ_ONLY to write to it.',
  });
}
