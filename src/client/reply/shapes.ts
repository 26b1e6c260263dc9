import { type CheckedReply, listOf, type RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';

/** The check of a record definition, and what identifies its records. */
type Checks<R> = Pick<RecordDefinition, 'fields' | 'identifiedBy' | 'isOpen'> & {
  check(reply: unknown): CheckedReply<R>;
};

/** The record that a reply is expected to hold. The API shows few replies, so it may be wrapped in many ways. */
export interface ExpectedRecord<R> {
  readonly record: Checks<R>;
  /** One and several of them, as a reply may name them: `order`, `orders`. */
  readonly names: readonly [one: string, several: string];
  /** The ID in the path, where there is one; of a list, the key that it is searched for. */
  readonly id?: string | undefined;
  /** Whether it is part of another record, as a line is of a basket: a reply may be all of that. */
  readonly isPart?: boolean | undefined;
}

/** Replies are not searched deeper than this. */
const maxDepth = 4;
const wrappers: readonly string[] = ['data', 'result', 'response', 'record', 'item'];
/** The same for a list. */
const listWrappers: readonly string[] = [...wrappers, 'results', 'records', 'items', 'list', 'rows'];
/** Fields that stores put next to the record. */
const besides: readonly string[] = [
  'meta',
  'links',
  '_links',
  'page',
  'pagination',
  'paging',
  'error',
  'errors',
  'warnings',
  'messages',
  // What was asked for.
  'search_criteria',
  'searchCriteria',
  'filters',
];

/** The record in a reply: the reply itself, in `data`, under its name, in a list of one, or in a list with its ID. */
export function findRecord<R>(json: unknown, expected: ExpectedRecord<R>, depth = 0): R | undefined {
  if (depth > maxDepth) return undefined;
  const { record, names, isPart } = expected;
  const within = (value: unknown): readonly R[] => {
    const found = findRecord(value, expected, depth + 1);
    return found === undefined ? [] : [found];
  };
  if (isObject(json) && !(isPart && isWhole(json, names))) {
    const outcome = record.check(ofResource(json, record));
    if (outcome.ok) return outcome.value;
  }
  const list = listOf(json);
  if (list) return chosen(list.flatMap(within), expected);
  if (!isObject(json)) return undefined;
  return fieldsOf(json, names).flatMap(within)[0];
}

/** A resource of JSON:API as a record: its fields are in `attributes`, and its ID is next to them. */
function ofResource(json: StoreRecord, { identifiedBy }: Pick<RecordDefinition, 'identifiedBy'>): StoreRecord {
  const { id, attributes } = json;
  if (!isObject(attributes) || !Object.keys(json).every((name) => resourceFields.has(name))) return json;
  const [idName = 'id'] = identifiedBy;
  const isIdentified = id === undefined || identifiedBy.some((name) => Object.hasOwn(attributes, name));
  return isIdentified ? attributes : { [idName]: id, ...attributes };
}

/** JSON:API 1.1, section 7.2. */
const resourceFields: ReadonlySet<string> = new Set(['type', 'id', 'attributes', 'relationships', 'links', 'meta']);

/** The values under which a record or a list may stand. */
const fieldsOf = (json: StoreRecord, names: readonly string[]): readonly unknown[] =>
  [...wrappers, ...names].filter((name) => Object.hasOwn(json, name)).map((name) => json[name]);

/** Whether a reply has the list that the part is in, or is a basket without it. */
const isWhole = (json: StoreRecord, [, several]: ExpectedRecord<unknown>['names']): boolean =>
  Object.hasOwn(json, several) || Object.hasOwn(json, 'basketType') || isBasket(json);

const isBasket = (json: StoreRecord): boolean =>
  Object.hasOwn(json, 'basketKey') && !Object.hasOwn(json, 'productId') && !Object.hasOwn(json, 'uprid');

/** Of a list: the only record, or that with the ID. Of several variants that share an ID, the first. */
function chosen<R>(records: readonly R[], expected: ExpectedRecord<R>): R | undefined {
  const matches = expected.id === undefined ? records : records.filter((record) => hasId(record, expected));
  if (!expected.isPart) return records.length === 1 ? records[0] : expected.id === undefined ? undefined : matches[0];
  return (
    matches.find((record) => hasId(record, expected, ['uprid'])) ?? (matches.length === 1 ? matches[0] : undefined)
  );
}

function hasId<R>(found: R, { record, id }: ExpectedRecord<R>, names = [...record.identifiedBy, 'sku']): boolean {
  return names.some((name) => {
    const { kind } = record.fields[name] ?? {};
    const value = kind?.show((found as StoreRecord)[name]);
    return value !== undefined && value === kind?.show(id);
  });
}

/** A list in a reply, and the field that it is in, where it is not deeper. */
interface FoundList {
  readonly entries: readonly unknown[];
  readonly field?: string;
}

interface ListTraits {
  /** Whether its only array, whatever it is called, is not taken for it. */
  readonly isNamed?: boolean;
  /** Whether it is a page after others: it may be empty under any name. */
  readonly isLater?: boolean;
}

/**
 * The list in a reply: the reply itself, in `data`, under its name, or as an object of records by ID. A store that has
 * records must not be shown as empty: see `isEmptyList`.
 */
export function findList(
  json: unknown,
  name: string,
  { isNamed = false, isLater = false }: ListTraits = {},
): FoundList | undefined {
  const lists = listsIn(json, name, isNamed);
  const filled = lists.find(({ entries }) => entries.length > 0);
  const names = isLater && isObject(json) ? Object.keys(json) : [...listWrappers, name];
  return filled ?? (isEmptyList(json, names) ? lists[0] : undefined);
}

/** The lists in a reply, the likeliest first. */
function listsIn(json: unknown, name: string, isNamed: boolean, depth = 0): readonly FoundList[] {
  const entries = listOf(json);
  if (entries) return [{ entries }];
  if (!isObject(json) || depth > maxDepth) return [];
  const named = [...listWrappers, name].filter((field) => Object.hasOwn(json, field));
  const arrays = Object.keys(json).filter((field) => Array.isArray(json[field]) && !besides.includes(field));
  const direct = isNamed || arrays.length !== 1 ? named : [...named, ...arrays];
  const inside = named.filter((field) => !listOf(json[field]));
  return [
    ...direct.flatMap((field) => {
      const list = listOf(json[field]);
      return list ? [{ entries: list, field }] : [];
    }),
    ...inside.flatMap((field) =>
      listsIn(json[field], name, isNamed, depth + 1).map((list) => ({ entries: list.entries })),
    ),
  ];
}

/**
 * Whether a reply is a list without entries: `[]`, or an object that has one in `data` or under its name. All else in
 * it is words, counts, empty lists, and what stores put next to a list; errors must be empty.
 */
function isEmptyList(json: unknown, names: readonly string[], depth = 0): boolean {
  if (Array.isArray(json)) return json.length === 0;
  if (!isObject(json) || depth > maxDepth) return false;
  const isOwn = (name: string): boolean => /^errors?$/.test(name) || !besides.includes(name);
  const nested = Object.keys(json).filter((name) => typeof json[name] === 'object' && json[name] !== null);
  const own = nested.filter(isOwn);
  return own.some((name) => names.includes(name)) && own.every((name) => isEmptyList(json[name], names, depth + 1));
}

/** The names of the count of a list. */
export const countNames: readonly string[] = ['numRows', 'total', 'totalCount', 'total_count', 'count'];

/**
 * Whether a reply counts none and has no list: `{"numRows":0,"data":null}`. Anything in it that could hold records must
 * be empty, and so must errors.
 * @param isLater whether it is a page after others, which counts those
 */
export function countsNone(json: unknown, isLater = false): boolean {
  if (!isObject(json)) return false;
  const counts = [json, ...['data', 'meta', 'pagination', 'paging', 'page'].map((name) => json[name])]
    .filter(isObject)
    .flatMap((body) => countNames.map((name) => body[name]).filter((count) => count !== undefined));
  const holdsNothing = Object.keys(json).every(
    (name) => (besides.includes(name) && !/^errors?$/.test(name)) || countsOrNothing(json[name]),
  );
  return counts.length > 0 && (isLater || counts.every((count) => /^0$/.test(String(count)))) && holdsNothing;
}

/** Whether a reply is a list that is counted: what a store answers to a GET. */
export const isCountedList = (json: unknown, [, several]: ExpectedRecord<unknown>['names']): boolean =>
  isObject(json) &&
  countNames.some((name) => Object.hasOwn(json, name)) &&
  [...listWrappers, several].some((name) => Array.isArray(json[name]));

/** A text, a number, an empty object or list, or an object of counts. */
const countsOrNothing = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (isObject(value)
    ? Object.keys(value).every((name) => countNames.includes(name))
    : (value as readonly []).length === 0);

/** Whether a reply names a next page: in `links`, as JSON:API and Laravel do, in `_links`, as HAL, or by a cursor. */
export function namesNextPage(json: unknown): boolean {
  if (!isObject(json)) return false;
  return Object.entries(json).some(([name, value]) => {
    if (nextPageName.test(name)) return isObject(value) ? Object.values(value).some(Boolean) : Boolean(value);
    return (name === 'data' || besides.includes(name)) && namesNextPage(value);
  });
}

const nextPageName = /^(?:next(?:_?(?:page|cursor|offset|link|token|url))*|has_?(?:next|more)(?:_?page)?)$/i;

/**
 * Whether a reply says that there is nothing: `null`, `false`, `[]`, `{}`, or one of these in `data` or under its name,
 * and nothing but words and counts next to it.
 */
export function isEmptyReply(json: unknown, names: ExpectedRecord<unknown>['names']): boolean {
  if (json === null || json === false || countsNone(json)) return true;
  if (Array.isArray(json)) return json.length === 0;
  if (!isObject(json)) return false;
  const isEmpty = (name: string): boolean => isEmptyReply(json[name], names);
  const isWithin = ['data', ...names].some((name) => Object.hasOwn(json, name) && isEmpty(name));
  const objects = Object.keys(json).filter((name) => typeof json[name] === 'object' && !besides.includes(name));
  return Object.keys(json).length === 0 || (isWithin && objects.every(isEmpty));
}

/** Whether a reply is the whole that this part should be in, and is not. */
export function isWithoutPart(json: unknown, { names, isPart }: ExpectedRecord<unknown>, depth = 0): boolean {
  if (!isPart || !isObject(json) || depth > maxDepth) return false;
  if (isWhole(json, names)) return true;
  return ['data', 'basket'].some((name) =>
    isWithoutPart(json[name], { names, isPart } as ExpectedRecord<unknown>, depth + 1),
  );
}

/** A reply that says only that something was done, perhaps with the ID. */
export function isAcknowledgement(json: unknown, identifiedBy: readonly string[] = []): boolean {
  if (!isObject(json)) return false;
  const names = Object.keys(json);
  const isSaid = (name: string): boolean => acknowledging.has(name) && !isObject(json[name]);
  return names.some(isSaid) && names.every((name) => isSaid(name) || identifiedBy.includes(name));
}

const acknowledging: ReadonlySet<string> = new Set([
  'success',
  'status',
  'message',
  'code',
  'result',
  'ok',
  'error',
  'errors',
]);

/**
 * The content of a reply without its envelope, for records whose fields the API does not show. Undefined if there is
 * none.
 */
export function contentOf(json: unknown, names: ExpectedRecord<unknown>['names'], depth = 0): StoreRecord | undefined {
  const list = listOf(json);
  const value = list?.length === 1 ? list[0] : json;
  if (!isObject(value) || Object.keys(value).length === 0 || depth > maxDepth) return undefined;
  const wrapped = Object.keys(value).filter((name) => !(acknowledging.has(name) && !isObject(value[name])));
  const [only = '', ...others] = wrapped;
  const isWrapper = others.length === 0 && [...wrappers, ...names].includes(only);
  if (isWrapper) return contentOf(value[only], names, depth + 1);
  return isAcknowledgement(value) ? undefined : value;
}
