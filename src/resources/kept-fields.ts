import { withoutEntities } from '../text/entities.ts';
import { isObject } from '../text/json.ts';
import { moneyKind } from './kinds.ts';
import { type Field, type Fields, isSecretField, type StoreRecord } from './record-fields.ts';

/**
 * The fields that were sent and came back with another value, compared by what they mean: `12.5` is 12.50, an e-mail
 * address has no case, `&amp;` is &. Passwords are never compared, nor is what the record does not have, or a list.
 */
export const fieldsNotKept = (fields: Fields, sent: StoreRecord, received: StoreRecord): readonly string[] =>
  Object.keys(sent).filter(
    (name) =>
      !isSecretField(name) &&
      received[name] !== undefined &&
      !Array.isArray(sent[name]) &&
      !isSame(fields[name], sent[name], received[name]),
  );

function isSame(field: Field | undefined, sent: unknown, received: unknown): boolean {
  if (isObject(received)) return saysNothing(received) ? textOf(sent) === '' : isIn(received, textOf(sent));
  if (textOf(sent) === '' || textOf(received) === '') return isNone(textOf(sent)) && isNone(textOf(received));
  return isSameText(textOf(sent), textOf(received)) || (isNumber(field) && isSameNumber(sent, received));
}

/** Whether an object, such as a country, has this code or title. */
const isIn = (record: StoreRecord, sent: string): boolean =>
  Object.values(record).some((value) => isSameText(sent, textOf(value)));

const saysNothing = (value: object): boolean => Object.keys(value).length === 0;

/** The API writes 0 for a missing ID, and zeros for a missing date. */
const isNone = (text: string): boolean => /^[0: .-]*$/.test(text);

const isNumber = (field: Field | undefined): boolean =>
  ['money', 'decimal', 'percent', 'count', 'id', 'choice', 'flag'].includes(field?.kind?.name ?? '');

function isSameNumber(sent: unknown, received: unknown): boolean {
  const [one, other] = [sent, received].map((value) => moneyKind.wire(typeof value === 'boolean' ? +value : value));
  if (!one || !other) return false;
  return one.units * 10n ** BigInt(other.scale) === other.units * 10n ** BigInt(one.scale);
}

const isSameText = (one: string, other: string): boolean =>
  plain(one) === plain(other) || (one.includes('@') && plain(one).toLowerCase() === plain(other).toLowerCase());

const plain = (text: string): string => withoutEntities(text).normalize().trim();

const textOf = (value: unknown): string =>
  value === null || value === undefined || value === false || typeof value === 'object' ? '' : String(value);
