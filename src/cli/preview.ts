import { type ApiRequest, isWrite } from '../client/exchange.ts';
import { encodeQuery, type Query } from '../client/request-url.ts';
import { CliError } from '../errors.ts';
import { secretFields } from '../resources/customers.ts';
import type { Json } from '../resources/kinds.ts';
import type { Received } from '../resources/record.ts';
import type { CommonOptions, Settings } from '../settings/settings.ts';
import { escapeJson, shellQuoted } from '../text/escape.ts';
import { redacted } from '../text/redact.ts';
import type { CurlShell } from './command.ts';
import { configCommand } from './curl.ts';

/** Thrown instead of making a request that was only to be shown: the command is done. */
export class Shown extends Error {}

export interface PreviewOptions {
  readonly dryRun: boolean;
  readonly curl: boolean;
  /** The shell that the curl command is for. */
  readonly shell?: CurlShell;
  readonly readOnly: boolean;
  /** For `--mask-pii`: a body without what is personal in it. */
  readonly mask?: ((body: Received) => Received) | undefined;
  readonly write: (text: string) => Promise<void>;
}

/** The guard of a connection: shows a request instead of making it (`--curl` every request, `--dry-run` a write), and refuses writes to a read-only store. */
export function guardOf(options: PreviewOptions): (request: ApiRequest) => Promise<void> {
  const { dryRun, curl, shell = 'posix', readOnly, write, mask } = options;
  return async (request) => {
    if (curl) await write(`${curlIn(shell, request)}\n`);
    else if (dryRun && isWrite(request))
      await write(escapeJson(`${JSON.stringify(shownRequest(request, mask), null, 2)}\n`));
    else if (isWrite(request) && readOnly) throw readOnlyRefusal();
    else return;
    throw new Shown();
  };
}

const curlIn = (shell: CurlShell, request: ApiRequest): string =>
  shell === 'posix'
    ? curlCommand(request)
    : configCommand(shell, request, request.body === undefined ? undefined : masked(request.body));

/** A request as JSON, without the token and with passwords masked, and what `mask` masks. */
function shownRequest(
  { method, url, body, language }: ApiRequest,
  mask: PreviewOptions['mask'] = (whole) => whole,
): Readonly<Record<string, unknown>> {
  return {
    method,
    path: url.path,
    ...(url.query.length === 0 ? {} : { query: shownQuery(url.query) }),
    ...(language === undefined ? {} : { language }),
    ...(body === undefined ? {} : mask({ body: masked(body) })),
  };
}

/** Parameters by name; those that stand there several times as a list. */
function shownQuery(query: Query): Readonly<Record<string, Json>> {
  const values = (name: string): readonly string[] =>
    query.filter(([other]) => other === name).map(([, value]) => value);
  return Object.fromEntries(query.map(([name, value]) => [name, values(name).length === 1 ? value : values(name)]));
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
    ...headers.map((header) => `--header ${shellQuoted(header)}`),
    // Curl encodes the value, but not the name.
    ...url.query.map(([name, value]) => `--url-query ${shellQuoted(`${encodeQuery(name)}=${value}`)}`),
    '--url-query token@-',
    ...(body === undefined ? [] : [`--data-raw ${shellQuoted(escapeJson(JSON.stringify(masked(body))))}`]),
    shellQuoted(`${url}`),
  ];
  return `printf %s "$SHOP_TOKEN" | ${parts.join(' ')}`;
}

function masked(body: Json): Json {
  if (Array.isArray(body)) return body.map(masked);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      secretFields.includes(name.toLowerCase()) ? redacted : masked(value as Json),
    ]),
  );
}

/**
 * Refuses a command that ends with a write to a read-only store, before its first question: nobody should answer a dozen to learn that nothing may be
 * sent. What only shows a request may go on.
 * @throws CliError `usage`
 */
export function refuseReadOnly({
  settings,
  options,
}: {
  readonly settings: Settings;
  readonly options: CommonOptions;
}): void {
  if (settings.readOnly && !options.dryRun && !options.curl) throw readOnlyRefusal();
}

/** What a write to a read-only store comes to. */
function readOnlyRefusal(): CliError {
  return new CliError('usage', 'This store is marked read-only: nothing was sent.', {
    field: 'SHOP_READ_ONLY',
    hint: 'Unset SHOP_READ_ONLY to write to it.',
  });
}
