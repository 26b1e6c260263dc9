import { withoutEntities } from '../text/entities.ts';
import { isObject } from '../text/json.ts';
import type { DraftField, DraftFields } from './draft-fields.ts';
import { linesNotKept } from './kept-lines.ts';
import type { Kind } from './kind.ts';
import { moneyKind } from './kinds.ts';
import { isSecretField, type StoreRecord } from './record-fields.ts';
import { basketKeyKind } from './shop-kinds.ts';

/** Fields of a record or of a body, by whose kinds values are compared. */
type KindedFields = Readonly<Record<string, KindedField | undefined>>;

interface KindedField {
  readonly kind?: Pick<Kind<unknown>, 'name'> | undefined;
}

/** What was sent, and where the record that came back has it. */
export interface SentFields {
  readonly fields: KindedFields;
  /** What is sent without one, as the owner in a path, is essential. */
  readonly drafts: DraftFields;
  readonly body: StoreRecord;
  /** Where a record has a field, if not under its own name: the first path that is there. */
  readonly places?: Readonly<Partial<Record<string, readonly string[]>>> | undefined;
}

/** The fields that came back with another value. */
export interface NotKept {
  /** Those that are not what was asked for, or still as they were. */
  readonly wrong: readonly string[];
  /** Those that the store may write or set otherwise. */
  readonly otherwise: readonly string[];
  /** Those of them that still have their old value: the store may have left them, or show the update late. */
  readonly left: readonly string[];
}

/** Whether a record shows what became of a change. */
export const isAnswered = ({ wrong, left }: NotKept): boolean => wrong.length === 0 && left.length === 0;

/**
 * What a store did not keep of a creation or an update. A price may be rounded to two decimals, a text written in another
 * case or with other blanks and signs, or be cut: nobody asks for these.
 * @param before the record that was updated, if it could be read; of a creation `nothingBefore`
 */
export function notKept(sent: SentFields, received: StoreRecord, before?: StoreRecord): NotKept {
  const { fields, drafts, body, places = {} } = sent;
  const found = placed(received, body, places);
  const differing = fieldsNotKept(fields, body, found).filter((name) => !isFilled(drafts[name], body[name]));
  const isWrong = (name: string): boolean => {
    const draft = drafts[name];
    if (isOtherForm(draft, body[name], found[name]) || draft?.mayReplace?.({ ...body, ...found })) return false;
    return !draft || draft.isEssential === true || isLeft(name, fields, before, found);
  };
  const lines = linesNotKept(body.products, received.products, before?.products);
  const otherwise = differing.filter((name) => !isWrong(name));
  const left = otherwise.filter(
    (name) => !isOtherForm(drafts[name], body[name], found[name]) && isLeft(name, fields, before, found),
  );
  return { wrong: [...differing.filter(isWrong), ...lines], otherwise, left };
}

/** What there was of a record before it was created. */
export const nothingBefore: StoreRecord = { products: [] };

/** The fields that were not sent, and that the store has emptied. */
export const emptiedFields = (
  names: readonly string[],
  sent: StoreRecord,
  before: StoreRecord,
  after: StoreRecord,
): readonly string[] =>
  names.filter(
    (name) =>
      !Object.hasOwn(sent, name) && Object.hasOwn(after, name) && !isEmptied(before[name]) && isEmptied(after[name]),
  );

/** Whether a value says nothing; an ID of 0 is none. */
const isEmptied = (value: unknown): boolean =>
  Array.isArray(value) || isObject(value) ? Object.keys(value).length === 0 : isNone(textOf(value));

/**
 * The fields that were sent and came back with another value, compared by what they mean: `12.5` is 12.50, an e-mail
 * address has no case, `&amp;` is &. Passwords are never compared, nor is what the record does not have, or a list.
 */
export const fieldsNotKept = (fields: KindedFields, sent: StoreRecord, received: StoreRecord): readonly string[] =>
  Object.keys(sent).filter(
    (name) =>
      !isSecretField(name) &&
      received[name] !== undefined &&
      !Array.isArray(sent[name]) &&
      !Array.isArray(received[name]) &&
      !isSame(fields[name], sent[name], received[name]),
  );

/** What was sent empty, and the store fills then. */
const isFilled = (draft: DraftField | undefined, sent: unknown): boolean =>
  draft?.isFilledByStore === true && textOf(sent) === '';

/** Whether a field is as it was before. */
const isLeft = (name: string, fields: KindedFields, before: StoreRecord | undefined, found: StoreRecord): boolean =>
  before !== undefined && before[name] !== undefined && isSame(fields[name], textAt(before[name]), found[name]);

/** The record with the fields that were sent under their own names. */
function placed(received: StoreRecord, sent: StoreRecord, places: SentFields['places'] = {}): StoreRecord {
  const moved = Object.keys(sent).flatMap((name) => {
    const value = places[name]?.map((path) => valueAt(received, path)).find((one) => one !== undefined);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...received, ...Object.fromEntries(moved) };
}

function valueAt(record: unknown, path: string): unknown {
  return path.split('.').reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), record);
}

function isSame(field: KindedField | undefined, sent: unknown, received: unknown): boolean {
  if (isObject(received)) return saysNothing(received) ? textOf(sent) === '' : isIn(received, textOf(sent));
  if (textOf(sent) === '' || textOf(received) === '') return isNone(textOf(sent)) && isNone(textOf(received));
  if (isSameText(textOf(sent), textOf(received))) return true;
  return field?.kind?.name === 'basketKey'
    ? isSameKey(sent, received)
    : isNumber(field) && isSameNumber(sent, received);
}

const isSameKey = (sent: unknown, received: unknown): boolean => {
  const [one, other] = [sent, received].map((value) => basketKeyKind.wire(value)?.toLowerCase());
  return one !== undefined && one === other;
};

/** Whether an object, such as a country, has this code or title. */
const isIn = (record: StoreRecord, sent: string): boolean =>
  Object.values(record).some((value) => isSameText(sent, textOf(value)));

const saysNothing = (value: object): boolean => Object.keys(value).length === 0;

/** The API writes 0 for a missing ID, and zeros for a missing date. */
const isNone = (text: string): boolean => /^[0: .-]*$/.test(text);

const isNumber = (field: KindedField | undefined): boolean =>
  ['money', 'decimal', 'percent', 'count', 'id', 'choice', 'flag'].includes(field?.kind?.name ?? '');

function isSameNumber(sent: unknown, received: unknown): boolean {
  const [one, other] = [sent, received].map((value) => moneyKind.wire(typeof value === 'boolean' ? +value : value));
  if (!one || !other) return false;
  return one.units * 10n ** BigInt(other.scale) === other.units * 10n ** BigInt(one.scale);
}

/** Whether a value is only written otherwise. A code that is written otherwise is another one. */
function isOtherForm(draft: DraftField | undefined, sent: unknown, received: unknown): boolean {
  const kind = draft?.kind.name ?? 'id';
  const [one, other] = [textOf(sent), textOf(received)];
  if (kind === 'money') return isRounded(one, other);
  if (kind === 'choice') return other !== '' && draft?.kind.typed(other) === draft?.kind.wire(sent);
  if (kind === 'country') return other.length > 3;
  if (kind === 'count') return isSameNumber(sent, received);
  if (kind !== 'text' || one === '' || other === '') return false;
  return isSameLoosely(one, other) || isCut(one, other) || isSameNumber(sent, received);
}

/** Whether a store kept the beginning of a text: its column is shorter. */
const isCut = (one: string, other: string): boolean =>
  lettersOf(other) !== '' && lettersOf(one).startsWith(lettersOf(other));

/** Whether two amounts are less than a cent apart. PHP may write a decimal comma. */
const isRounded = (one: string, other: string): boolean =>
  one !== '' && other !== '' && Math.abs(Number(one) - Number(other.replace(',', '.'))) < 0.00999;

/** The same letters and digits, or a phone number with another prefix. */
function isSameLoosely(one: string, other: string): boolean {
  const [left = '', right = ''] = [one, other].map(lettersOf);
  return left !== '' && (left === right || (isPhone(one) && isPhone(other) && endOf(left) === endOf(right)));
}

const lettersOf = (text: string): string =>
  withoutEntities(text)
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

const isPhone = (text: string): boolean => /^[+(]?[\d\s()./-]{9,}$/.test(text.trim());

/** What follows `+31`, `0031` and `0`: numbers of people have eight digits at least. */
const endOf = (digits: string): string => digits.slice(-8);

const isSameText = (one: string, other: string): boolean =>
  plain(one) === plain(other) || (one.includes('@') && plain(one).toLowerCase() === plain(other).toLowerCase());

const plain = (text: string): string => withoutEntities(text).normalize().trim();

const textAt = (value: unknown): unknown => (isObject(value) ? (value.isoCode2 ?? value.id ?? '') : value);

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === false || typeof value === 'object' ? '' : String(value);
