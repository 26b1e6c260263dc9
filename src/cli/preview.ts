import { type ApiRequest, isWrite } from '../client/request.ts';
import type { Query } from '../client/request-url.ts';
import { secretFields } from '../resources/customers.ts';
import type { Json } from '../resources/kind.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeJson } from '../text/escape.ts';
import { redacted } from '../text/redact.ts';
import { curlLine } from './curl.ts';
import type { CurlShell } from './options.ts';
import type { WriteProtection } from './write-protection.ts';

/** Thrown in place of a request that was only to be shown: the command is done. */
export class Shown extends Error {}

export interface PreviewOptions {
  readonly dryRun: boolean;
  readonly curl: boolean;
  /** The shell that the curl command is for. */
  readonly shell?: CurlShell;
  /** The file of `--ca-file`, for the curl command. */
  readonly caFile?: string | undefined;
  /** Whether SHOP_TOKEN is set, which the curl command reads. */
  readonly hasToken: boolean;
  /** Says something to the person who runs the command. */
  readonly notice: (text: string) => Promise<void>;
  /** Refuses or confirms a write. */
  readonly protection: Pick<WriteProtection, 'confirm'>;
  /** For `--mask-pii`: a body without personal data. */
  readonly mask?: ((body: StoreRecord) => StoreRecord) | undefined;
  readonly write: (text: string) => Promise<void>;
}

/**
 * The guard of a connection: shows requests instead of sending them (`--curl`: all, `--dry-run`: writes), and lets no
 * write pass unprotected.
 */
export function guardOf(options: PreviewOptions): (request: ApiRequest) => Promise<void> {
  const { dryRun, curl, protection, write, mask } = options;
  return async (request) => {
    if (curl) await writeCurl(request, options);
    else if (dryRun && isWrite(request))
      await write(escapeJson(`${JSON.stringify(shownRequest(withoutSecrets(request), mask), null, 2)}\n`));
    else return isWrite(request) ? await protection.confirm() : undefined;
    throw new Shown();
  };
}

async function writeCurl(
  request: ApiRequest,
  { shell = 'posix', caFile, hasToken, notice, write }: PreviewOptions,
): Promise<void> {
  await write(`${curlLine(shell, { ...withoutSecrets(request), caFile })}\n`);
  if (!hasToken) await notice('Set SHOP_TOKEN before you run this: the curl command reads the token from it.');
}

/** A request as `--dry-run` shows it: JSON, without the token and what `mask` hides. */
function shownRequest(
  { method, url, headers, body }: ApiRequest,
  mask: PreviewOptions['mask'] = (whole) => whole,
): Readonly<Record<string, unknown>> {
  const { 'accept-language': language } = headers;
  const typed = Object.entries(headers).filter(([name, value]) => name !== 'accept-language' && usual[name] !== value);
  return {
    method,
    path: url.path,
    ...(url.query.length === 0 ? {} : { query: shownQuery(url.query) }),
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

/** The same request with passwords masked. */
const withoutSecrets = (request: ApiRequest): ApiRequest =>
  request.body === undefined ? request : { ...request, body: masked(request.body) };

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
