import type { CommandDefinition } from '../cli/command.ts';
import type { Session } from '../cli/session.ts';
import type { Connection } from '../client/connection.ts';
import type { Answer } from '../client/exchange.ts';
import { readAnswer } from '../client/failures.ts';
import { parseJson, textWithoutSecrets } from '../client/reply/parse-json.ts';
import {
  type ApiRequest,
  apiRequest,
  isReservedHeader,
  isWrite,
  type Method,
  methodOverrides,
  replyLimits,
} from '../client/request.ts';
import { apiPath, type Query, RequestUrl } from '../client/request-url.ts';
import { answerTo } from '../client/send.ts';
import { CliError, missingError } from '../errors.ts';
import { readJson } from '../input/json-file.ts';
import { collect, type RawOptions, suggestAt } from '../input/options.ts';
import { fieldsToJson } from '../input/typed-fields.ts';
import { isSheet } from '../output/formats.ts';
import type { Json } from '../resources/kind.ts';
import { anyRecord } from '../resources/record.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeJson, escapeLines, shellWord } from '../text/escape.ts';
import { isObject } from '../text/json.ts';
import { redacted } from '../text/words.ts';
import { jsonText } from '../text/written-numbers.ts';

/** `shop-cli api`: any request to the store's API. */
export const definition: CommandDefinition = {
  details:
    'Prints the reply unchanged; an error reply goes to stderr. shop-cli adds the token, and ' +
    `${apiPath}/ if the path has no /api/. Other hosts, and paths outside /api/, are rejected.\n\n` +
    '-f adds a field with text. -F adds a number, true, false, null, or the text of a file (@file). field[inner]=x and field[]=x nest. With GET and HEAD, fields become query parameters.',
  seeAlso: ['products list', 'baskets list'],
  examples: [
    ['api GET products --query "limit=2"', 'Get two products, with the totals'],
    ['api POST products -f sku=API-1 -f name="From the API" -F price=9.95', 'Create a product, field by field'],
  ],
  options: (command) => {
    command
      .argument('[method]', 'GET, HEAD, POST, PUT, PATCH or DELETE (default GET)')
      .argument('[path]', `products, customers/101/addresses, ${apiPath}/... (required)`)
      .option('-f, --raw-field <field=text>', 'add a text field (repeatable)', collect)
      .option('-F, --field <field=value>', 'add a number, true, false, null, @file or text (repeatable)', collect)
      .option('--query <name=value>', 'add a query parameter (repeatable)', collect)
      .option('-H, --header <name:value>', 'add a header, such as "Accept-Language: de" (repeatable)', collect)
      .option('--body <file>', 'JSON body from a file, or - for stdin');
    suggestAt(command, 'method', { texts: () => methods.map((method) => [method]), isClosed: true });
  },
  result: anyRecord,
  prints: ['api', 'request'],
  isWrite: ([typed = '']) => !isRead(methodOf(typed) ?? 'GET'),
  run: call,
};

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

const methodOf = (typed: string): Method | undefined => methods.find((known) => known === typed.toUpperCase());

const isRead = (method: Method): boolean => method === 'GET' || method === 'HEAD';

async function call(session: Session, raw: RawOptions, args: readonly string[]): Promise<undefined> {
  const { method, path } = readTarget(args, raw);
  if (session.options.quiet)
    throw new CliError('usage', 'api cannot tell which field of a reply is its ID.', {
      field: '--quiet',
      hint: 'Use --fields instead of --quiet.',
    });
  const fields = await readFields(session, raw);
  const body = await readBody(session, raw, isRead(method) ? undefined : fields);
  const headers = readHeaders((raw.header ?? []) as readonly string[]);
  const query = [...readQuery(raw), ...(isRead(method) ? queryOf(fields) : [])];
  const connection = await session.connect();
  const url = RequestUrl.typed(connection.base, path, query);
  const request = apiRequest(method, url, { body, headers, limit: replyLimits.page });
  if (isWrite(request)) session.protection.check();
  if ([method, ...methodOverrides(request)].includes('DELETE'))
    await session.confirm(`DELETE ${path} on ${session.storeLabel()}?`);
  return await printAnswer(session, connection, request);
}

/** A path alone is read, unless fields are passed: other programs send those with POST. @throws CliError `usage` */
function readTarget(args: readonly string[], raw: RawOptions): { readonly method: Method; readonly path: string } {
  const [first = '', second] = args;
  const method = methodOf(first);
  if (second === undefined && (method || first === '')) throw missingError([{ name: '<path>', hint: undefined }]);
  if (second === undefined && (raw.rawField ?? raw.field ?? raw.body) !== undefined)
    throw missingError([{ name: '<method>', hint: `To send these fields: shop-cli api POST ${shellWord(first)}` }]);
  if (second === undefined) return { method: 'GET', path: first };
  if (method) return { method, path: second };
  throw new CliError('usage', `Invalid method "${first}": expected one of ${methods.join(', ')}.`, { field: 'method' });
}

async function readFields({ context }: Session, raw: RawOptions): Promise<Readonly<Record<string, Json>> | undefined> {
  const texts = (value: unknown, isTyped: boolean) =>
    ((value ?? []) as readonly string[]).map((text) => ({ text, isTyped }));
  const fields = [...texts(raw.rawField, false), ...texts(raw.field, true)];
  return fields.length === 0 ? undefined : await fieldsToJson(fields, (file) => context.files.readText(file));
}

async function readBody({ context }: Session, raw: RawOptions, fields: Json | undefined): Promise<Json | undefined> {
  if (typeof raw.body !== 'string') return fields;
  if (fields !== undefined)
    throw new CliError('usage', 'Use either --body, or -f and -F, not both.', { field: '--body' });
  return await readJson(raw.body, '--body', context);
}

function readQuery(raw: RawOptions): Query {
  return ((raw.query ?? []) as readonly string[]).map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw new CliError('usage', `Invalid --query "${text}": expected name=value.`, { field: '--query' });
    return [text.slice(0, at), text.slice(at + 1)] as const;
  });
}

function queryOf(fields: Readonly<Record<string, Json>> = {}): Query {
  return Object.entries(fields).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  );
}

/** Prints the body; that of a refusal on stderr, so that no one takes it for a result. @throws CliError of a refusal */
async function printAnswer(session: Session, connection: Connection, request: ApiRequest): Promise<undefined> {
  const answer = await answerTo(connection, request);
  if (answer === 'deleted before') return;
  try {
    // A 2xx reply that is only an error is a refusal, and so is one that is no JSON for whoever asked for JSON; a page
    // of a proxy and JSON that was cut are no answer for anybody.
    if (answer.status >= 300 || parsed(answer.text) !== undefined || isBroken(answer) || wantsJson(session))
      readAnswer(connection, request, answer);
  } catch (error) {
    await printRefusal(session, answer);
    throw error;
  }
  await print(session, answer);
}

/** Whether a reply that is no JSON begins as some, or as a web page. Other text is what some paths answer. */
const isBroken = ({ text, headers }: Answer): boolean =>
  text.trim() !== '' && (/\bhtml\b/i.test(headers['content-type'] ?? '') || /^\s*[<{["]/.test(text));

const wantsJson = ({ settings, options }: Session): boolean => settings.outputNamed || options.fields !== undefined;

async function print(session: Session, { text }: Answer): Promise<void> {
  const { show, showList, tellStore, settings, options, target } = session;
  const json = parsed(text);
  const values = json === undefined ? [] : [json].flat();
  if (json !== undefined && values.every(isObject)) {
    await (isObject(json) ? show(anyRecord, json) : showList(anyRecord, values as readonly StoreRecord[]));
    await tellStore();
  } else if (settings.outputNamed && isSheet(settings.output))
    await showList(anyRecord, values.map(options.maskPii ? maskedRow : rowOf));
  else await target.write(plainText(text, json, options.maskPii === true));
}

const rowOf = (value: unknown): StoreRecord => (isObject(value) ? value : { value });

const maskedRow = (value: unknown): StoreRecord => rowOf(isObject(value) ? value : redacted);

/** A reply that is no record. Without field names, any value may be personal. */
function plainText(text: string, json: unknown, isMasked: boolean): string {
  if (text === '') return '';
  if (isMasked) return `${redacted}\n`;
  if (json === undefined) return `${escapeLines(textWithoutSecrets(text).replace(/\n$/, ''))}\n`;
  return `${escapeJson(jsonText(json))}\n`;
}

async function printRefusal({ notice, options }: Session, { text }: Answer): Promise<void> {
  const json = parsed(text);
  const shown = json === undefined ? escapeLines(textWithoutSecrets(text).trimEnd()) : escapeJson(jsonText(json, '  '));
  // Without field names, any value may be personal.
  if (shown !== '' && !options.maskPii) await notice(shown);
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads headers typed as `Name: value`; names in lower case. A repeated one is sent as one list.
 * @throws CliError `usage`
 */
function readHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const [name, value] = readHeader(text);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(headers);
}

function readHeader(text: string): readonly [name: string, value: string] {
  const at = text.indexOf(':');
  const name = text.slice(0, Math.max(0, at)).trim().toLowerCase();
  const value = text.slice(at + 1).trim();
  // The message does not repeat what may be a password.
  if (!isToken(name)) throw invalid('Invalid --header: expected "Name: value".');
  if (isReservedHeader(name)) throw invalid(`The header "${name}" cannot be set: shop-cli sets it itself.`);
  if (value === '') throw invalid(`The header "${name}" has no value.`);
  if (!isPrintable(value)) throw invalid(`The header "${name}" may contain printable ASCII characters only.`);
  return [name, value];
}

const invalid = (message: string): CliError => new CliError('usage', message, { field: '--header' });

/** A name as RFC 9110 allows it. */
const isToken = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

const isPrintable = (value: string): boolean => /^[\x20-\x7e]+$/.test(value);
