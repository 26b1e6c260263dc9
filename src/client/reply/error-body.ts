import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { listed } from '../../text/words.ts';
import { textWithoutSecrets } from './parse-json.ts';

/** What the body of a reply says went wrong, as far as it says so. */
export interface ErrorBody {
  /** In the words of the store, cut to `maxMessage`. */
  readonly message: string | undefined;
  /** The field of the request that was wrong. */
  readonly field: string | undefined;
  /** The HTTP status that the body names, 400 to 599, whatever that of the reply is. */
  readonly status: number | undefined;
}

/** What an error body says. */
export function readError(reply: unknown): ErrorBody {
  const json = withSmallInitials(reply);
  return { message: messageOf(json), field: fieldOf(json), status: statusOf(json) };
}

/**
 * The error in the body of a 2xx: `{"error":…}`, `{"success":false}`, `{"status":"error"}`, `{"code":404,…}`, with
 * nothing else in it but words about the reply itself. Undefined where it holds a record, or says that all went well.
 */
export function onlyError(reply: unknown): ErrorBody | undefined {
  const json = withSmallInitials(reply);
  if (!isObject(json)) return undefined;
  const isAbout = (name: string): boolean => aboutReply.has(name.toLowerCase()) || isEmpty(json[name]);
  if (!Object.keys(json).every(isAbout)) return undefined;
  const names = Object.keys(json).filter((name) => !isEmpty(json[name]));
  const error = readError(json);
  const saysNo =
    ['success', 'ok'].some((name) => Object.hasOwn(json, name) && isNo(json[name])) ||
    ['status', 'result', 'type', 'state', 'ack'].some((name) => saysFailed(json[name])) ||
    error.status !== undefined ||
    names.some((name) => /^error(s|_?message|_description)?$/i.test(name) && !isNo(json[name]));
  return saysNo ? error : undefined;
}

/** Whether a word such as a status is that of a failure. */
export const saysFailed = (word: unknown): boolean => /^(error|fail(ed|ure)?)$/i.test(String(word));

/** The same object with the names that some stores begin with a capital: `{"Success":false}`. */
export const withSmallInitials = (json: unknown): unknown =>
  isObject(json) && Object.keys(json).some((name) => /^[A-Z][a-z]/.test(name))
    ? Object.fromEntries(
        Object.entries(json).map(([name, value]) => [
          name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
          value,
        ]),
      )
    : json;

/** Fields that describe the reply, and no record. */
const aboutReply: ReadonlySet<string> = new Set([
  ...['error', 'errors', 'error_code', 'errorcode', 'error_message', 'errormessage', 'error_description'],
  ...['message', 'messages', 'msg', 'detail', 'details', 'title', 'type', 'instance', 'reason', 'field'],
  ...['code', 'status', 'statuscode', 'status_code', 'statustext', 'success', 'ok', 'state', 'ack'],
  ...['meta', 'links', 'jsonapi', 'warnings', 'timestamp', 'path', 'requestid', 'request_id', 'traceid', 'trace_id'],
]);

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Stores write false as a boolean, as a number and as text. */
const isNo = (value: unknown): boolean => isEmpty(value) || [false, 0, '0', 'false', 'no'].some((no) => value === no);

/** The HTTP status of a failure that a body names. */
export function statusOf(json: unknown): number | undefined {
  if (!isObject(json)) return undefined;
  const { error } = json;
  const named = [{ code: error }, json, isObject(error) ? error : {}].flatMap((body: StoreRecord) =>
    ['status', 'statusCode', 'status_code', 'code'].map((name) => body[name]),
  );
  return named.map((value) => (/^[45]\d\d$/.test(String(value)) ? Number(value) : undefined)).find(Boolean);
}

const maxMessage = 500;

/** The first of the fields that error bodies are known to have. */
function messageOf(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const inner = isObject(json.error) ? json.error.message : undefined;
  const found = [inner, ...messageFields.map((name) => json[name])].find((value) => wordsOf(value) !== '');
  // Some stores quote the record that they could not save, as JSON.
  const text = textWithoutSecrets(wordsOf(found).slice(0, 10 * maxMessage));
  return text === ''
    ? undefined
    : text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space)).slice(0, maxMessage);
}

const messageFields = [
  'message',
  'msg',
  'error_description',
  'error_message',
  'errorMessage',
  'error',
  'errors',
  'detail',
  'reason',
  'title',
  'errmsg',
  'err_msg',
  'exception',
] as const;

/** Errors of a list that are shown. */
const maxErrors = 20;

/** An error in words: `No stock; sku: taken, too short`. Empty for what says nothing. */
function wordsOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return typeof value === 'number' ? String(value) : '';
  const join = (texts: readonly string[]): string => texts.filter(Boolean).join(depth === 0 ? '; ' : ', ');
  if (Array.isArray(value)) return join(value.slice(0, maxErrors).map((one) => wordsOf(one, depth + 1)));
  const body = value as StoreRecord;
  const own = ['message', 'msg', 'detail', 'description', 'reason', 'title'].find(
    (name) => wordsOf(body[name], 3) !== '',
  );
  if (own !== undefined) {
    const field = namedField(body);
    return `${field === undefined ? '' : `${field}: `}${wordsOf(body[own], 3)}`;
  }
  return join(
    Object.entries(body)
      .slice(0, maxErrors)
      .map(([name, inner]) => [name, wordsOf(inner, depth + 1)] as const)
      .map(([name, words]) => (words === '' ? '' : `${name}: ${words}`)),
  );
}

/** The field that the store names: in `error`, in the first of `errors`, or as the first name in `errors`. */
function fieldOf(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const { error, errors } = json;
  const bodies = [error, json, ...(Array.isArray(errors) ? errors.slice(0, 1) : [])].filter(isObject);
  const named = bodies.map(namedField).find((field) => field !== undefined);
  return named ?? (isObject(errors) ? Object.keys(errors)[0]?.slice(0, maxField) : undefined);
}

const maxField = 100;

/** `field`, or the end of the JSON pointer of JSON:API: `/data/attributes/city`. */
function namedField({ field, source }: StoreRecord): string | undefined {
  const pointer = isObject(source) ? source.pointer : undefined;
  const name = typeof field === 'string' ? field : typeof pointer === 'string' ? pointer.split('/').at(-1) : undefined;
  return name === undefined || name === '' ? undefined : name.slice(0, maxField);
}

/** How much of a page is searched for its first words. */
const maxPage = 2 ** 16;
const maxWords = 80;

/** What a body that is no JSON says: the title of a web page, or else its first words. */
export function pageWords(body: string): string {
  const text = textWithoutSecrets(body.slice(0, maxPage));
  const [, title = ''] = /<title\b[^<>]{0,100}>([^<]{1,200})/i.exec(text) ?? [];
  const words = title.trim() === '' ? text.replace(/<[^<>]*>/g, ' ') : title;
  return words.replace(/\s+/g, ' ').trim().slice(0, maxWords);
}

/** What an error of a store is about. */
interface Missing {
  readonly names: readonly string[];
  readonly id?: string | undefined;
}

/** Whether the words of an error say more than that there is no such record, as `There is no customer with this ID.` does not. */
export function saysMore(text: string, { names, id = '' }: Missing): boolean {
  const known = new Set([...emptyWords, ...names, ...lowerWords(id)]);
  return !lowerWords(text.replace(/\b(in|of) (the|this) \w+/gi, '')).every((word) => known.has(word));
}

const lowerWords = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const emptyWords = listed(
  'a an the this that such with was is be there no not none found does do doesn t exist could id key sku or 404 error',
);
