import { withoutIbans } from '../text/ibans.ts';
import { isDeep } from '../text/json.ts';
import { redacted } from '../text/words.ts';
import { withNumbersOf } from '../text/written-numbers.ts';
import { address, newAddress } from './addresses.ts';
import { basket, basketLine, newBasket, newLine } from './baskets.ts';
import { customer, newCustomer } from './customers.ts';
import type { Kind } from './kind.ts';
import { idKind } from './kinds.ts';
import { newOrder, order } from './orders.ts';
import { newProduct, product } from './products.ts';
import type { Field, Fields, StoreRecord } from './record-fields.ts';
import { upridKind } from './shop-kinds.ts';

/**
 * The record with personal data replaced by `***`: fields that its definition marks as personal, fields without a
 * definition whose name suggests it, and e-mail addresses anywhere. Too much hidden is better than a leak. Empty values
 * stay empty.
 */
export function withoutPersonal(fields: Fields, record: StoreRecord): StoreRecord {
  return masked(record, fields, 'shown') as StoreRecord;
}

/** Whether a text is the name of a field of the API. */
export const isFieldName = (text: string): boolean => fieldNames.has(text);

/**
 * What an error of wrong usage says, without what was typed: it quotes that. Names of fields stay. A value may be
 * personal in any option, as an e-mail address typed for an ID is.
 */
export function withoutTyped(text: string): string {
  const hidden = `"${redacted}"`;
  const typed = [...text.matchAll(typedText)];
  const isPlain = typed.every(([, value = '']) => !value.includes('"')) && !text.replace(typedText, '').includes('"');
  // A value that has quotes itself, as an object has, does not show where it ends: all is hidden up to the last quote.
  if (!isPlain) return withoutEmails(text.replace(/"[\s\S]*"/, hidden));
  return withoutEmails(text.replace(typedText, (quoted, value: string) => (isFieldName(value) ? quoted : hidden)));
}

const typedText = /(?<=^|[\s(])"([\s\S]*?)"(?=[\s.,:;)?]|$)/g;

/** Text for a person or a ticket, without the e-mail addresses and bank accounts in it. */
export function withoutEmails(text: string): string {
  // Word by word: an expression for the whole address would read a long text without any again from each of its
  // letters.
  return withoutIbans(text).replace(/[^\s<>"'(),;:[\]]+/g, (word) => (/[^@]@[^@]/.test(word) ? redacted : word));
}

/**
 * What happens to the values of fields without a definition: `shown`; `hidden` unless the name is harmless; or, below
 * what is hidden, `all hidden`.
 */
type Unknown = 'shown' | 'hidden' | 'all hidden';

/** @param kinds what a single value must be one of to be shown; any value if there is none */
function masked(value: unknown, defined: Fields, unknown: Unknown, kinds: readonly Kind<unknown>[] = []): unknown {
  if (Array.isArray(value))
    return withNumbersOf(
      value,
      value.map((element) => masked(element, defined, unknown, kinds)),
    );
  if (typeof value !== 'object' || value === null) return single(value, unknown, kinds);
  const fields = defined === basketLine.fields && isCustomLine(value as StoreRecord) ? customLine : defined;
  const inside = isOfPerson(fields) && unknown === 'shown' ? 'hidden' : unknown;
  const isPair = isNamedValue(value);
  const shown = Object.entries(value).map(([name, field]) => [
    shownName(name, inside),
    fieldMasked(name, field, fields, isPair && isValueOfAny(name, fields) ? 'all hidden' : inside),
  ]);
  return withNumbersOf(value, Object.fromEntries(shown));
}

/** A product that is not of the catalogue: a person has typed its name. */
const customLine: Fields = { ...basketLine.fields, name: { ...basketLine.fields.name, isPersonal: true } };

const isCustomLine = ({ isCustom, productId, uprid }: StoreRecord): boolean =>
  /^(?:1|true|yes|y)$/i.test(String(isCustom)) || [productId, uprid].some((id) => id === null || id === '' || id === 0);

function fieldMasked(name: string, value: unknown, fields: Fields, unknown: Unknown): unknown {
  if (unknown === 'all hidden') return masked(value, {}, unknown);
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return undefinedMasked(name, value, unknown);
  if (field.isPersonal) return isUnset(field, value) ? value : masked(value, {}, 'all hidden');
  const { group = {}, kind, list } = field;
  if (kind) return kindMasked(value, isIdText(name, [kind]) ? idKinds : [kind], list ?? isIdName(name));
  // Where a person is expected, a single value may be all of them.
  return masked(value, group, isOfPerson(group) ? 'hidden' : 'shown');
}

/** Decides by the name of a field without a definition. */
function undefinedMasked(name: string, value: unknown, unknown: Unknown): unknown {
  if (personalNames.has(name)) return masked(value, {}, 'all hidden');
  const kinds = harmlessKinds.get(name);
  if (kinds) return kindMasked(value, isIdText(name, kinds) ? idKinds : kinds, isIdName(name));
  const words = wordsOf(name);
  if (words.some((word) => secretWords.test(word))) return masked(value, {}, 'all hidden');
  if (isIdName(name)) return kindMasked(value, idKinds, true);
  const isHidden = unknown === 'hidden' || words.some((word) => suspiciousWords.test(word));
  return masked(value, {}, isHidden ? 'all hidden' : unknown);
}

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

const isIdName = (name: string): boolean => /^(ids?|key|uprid)$/.test(wordsOf(name).at(-1) ?? '');

/** Whether IDs are kept as a text: `uprid`, `addressBookIds`. */
const isIdText = (name: string, kinds: readonly Kind<unknown>[]): boolean =>
  isIdName(name) && kinds.every((kind) => shapes[kind.name] === anyText);

/** An object, or a list where a single value is expected, is not of the kind: it may hold anything. */
function kindMasked(value: unknown, kinds: readonly Kind<unknown>[], isList = false): unknown {
  const values = isList && Array.isArray(value) ? value : [value];
  const isSingle = values.every((element) => typeof element !== 'object' || element === null);
  return masked(value, {}, isSingle ? 'shown' : 'all hidden', kinds);
}

function single(value: unknown, unknown: Unknown, kinds: readonly Kind<unknown>[]): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  if (unknown !== 'shown') return redacted;
  if (kinds.length > 0 && !kinds.some((kind) => isOfKind(kind, String(value)))) return redacted;
  if (typeof value !== 'string') return value;
  return jsonMasked(value) ?? withoutEmails(value);
}

/** Some stores put JSON in a text. Undefined for other text. */
function jsonMasked(text: string): string | undefined {
  if (!/^\s*[{[]/.test(text) || isDeep(text)) return undefined;
  try {
    return JSON.stringify(masked(JSON.parse(text), {}, 'shown'));
  } catch {
    return undefined;
  }
}

/** A name that is data: `{"Jo de Vries": 5}`. */
const shownName = (name: string, unknown: Unknown): string =>
  unknown === 'shown' || /^[A-Za-z_][\w.-]*$/.test(name) ? withoutEmails(name) : redacted;

/** `{"label": "Phone", "value": "06"}`: the name of the value says nothing about it. */
const isNamedValue = (value: object): boolean => {
  const names = Object.keys(value);
  return names.some((name) => valueNames.test(name)) && names.some((name) => labelNames.test(name));
};

/** The value of a basket line beside its name is a field of its own: its definition says what is hidden. */
const isValueOfAny = (name: string, fields: Fields): boolean => valueNames.test(name) && !Object.hasOwn(fields, name);

const valueNames = /^(values?|val|text|content|answer)$/i;
const labelNames = /^(label|name|key|title|field|type|code|attribute|question)$/i;

/** Whether these are the fields of a record about a person, where an unknown field is hidden. */
const isOfPerson = (fields: Fields): boolean => Object.values(fields).some(({ isPersonal }) => isPersonal);

const isUnset = ({ kind }: Field, value: unknown): boolean =>
  typeof value !== 'object' && kind?.show(value) === undefined;

/** Whether a store could mean this by such a value: what is no date in the field of a date may be a person. */
function isOfKind(kind: Kind<unknown>, text: string): boolean {
  const shape = shapes[kind.name];
  if (shape) return shape.test(text);
  return kind.wire(text) !== undefined;
}

const guid = '\\{?[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}\\}?';
const number = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;
const anyText = /^/;

/** As replies write values, where that is more than what the kind reads. */
const shapes: Readonly<Partial<Record<Kind<unknown>['name'], RegExp>>> = {
  text: anyText,
  code: anyText,
  url: anyText,
  path: anyText,
  money: number,
  decimal: number,
  count: number,
  percent: number,
  choice: /^(?:\d{1,9}|[a-z]{1,10})$/i,
  flag: /^(?:[01]|true|false|yes|no|[yn])$/i,
  id: new RegExp(`^(?:\\d{1,18}(?: ?[,|] ?\\d{1,18})*|${guid})$`, 'i'),
  basketKey: new RegExp(`^${guid}$`, 'i'),
  uprid: /^\d{1,18}(?:\{\d{1,18}\}\d{1,18})*$/,
  date: /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/,
};

const idKinds: readonly Kind<unknown>[] = [idKind, upridKind];

/** Hidden even as an ID: a passport number, a VAT ID. Other IDs are shown. */
const secretWords = /^(ssn|bsn|passport|national|licen[cs]e|user|login|ip|contact|vat|btw|tax|kvk|coc|siret|nif|nie)$/;

const suspiciousWords =
  /name|mail|phone|mobile|street|address|postcode|postal|house|iban|bank|birth|company|recipient|receiver|customer|client|buyer|person|comment|remark|note|message|^(tel|gsm|fax|zip|bic|dob|card|account|attention|attn|initials|signature|ua)$/;

const everyField: readonly (readonly [name: string, field: Field])[] = [customer, address, basket, basketLine].flatMap(
  ({ fields }) => entriesOf(fields),
);

function entriesOf(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [[name, field] as const, ...entriesOf(field.group ?? {})]);
}

const personalNames: ReadonlySet<string> = new Set(
  everyField.flatMap(([name, { isPersonal }]) => (isPersonal ? [name] : [])),
);

const fieldNames: ReadonlySet<string> = new Set([
  ...[...everyField, ...entriesOf(order.fields), ...entriesOf(product.fields)].map(([name]) => name),
  ...[newAddress, newBasket, newLine, newCustomer, newOrder, newProduct].flatMap(({ fields }) => Object.keys(fields)),
]);

/** The kinds that fields of one name have. */
const harmlessKinds: ReadonlyMap<string, readonly Kind<unknown>[]> = everyField.reduce(
  (kinds, [name, { kind }]) => (kind ? kinds.set(name, [...(kinds.get(name) ?? []), kind]) : kinds),
  new Map<string, readonly Kind<unknown>[]>(),
);
