import { redacted } from '../text/words.ts';
import { address } from './addresses.ts';
import { basket, basketLine } from './baskets.ts';
import { customer } from './customers.ts';
import type { Field, Fields, StoreRecord } from './record-fields.ts';

/**
 * The record with personal data replaced by `***`: fields that its definition marks as personal, fields without a
 * definition whose name suggests it, and e-mail addresses anywhere. Too much hidden is better than a leak. Empty values
 * stay empty.
 */
export function withoutPersonal(fields: Fields, record: StoreRecord): StoreRecord {
  return masked(record, fields, 'shown') as StoreRecord;
}

/** Text for a person or a ticket, without the e-mail addresses in it. */
export function withoutEmails(text: string): string {
  // Word by word: an expression for the whole address would read a long text without any again from each of its
  // letters.
  return text.replace(/[^\s<>"'(),;:[\]]+/g, (word) => (/[^@]@[^@]/.test(word) ? redacted : word));
}

/** Whether values of unknown fields are shown, or hidden unless their name is harmless. */
type Unknown = 'shown' | 'hidden';

function masked(value: unknown, fields: Fields, unknown: Unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => masked(element, fields, unknown));
  if (typeof value !== 'object' || value === null) return unknown === 'hidden' ? hidden(value) : shown(value);
  const inside = isOfPerson(fields) ? 'hidden' : unknown;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [withoutEmails(name), fieldMasked(name, field, fields, inside)]),
  );
}

function fieldMasked(name: string, value: unknown, fields: Fields, unknown: Unknown): unknown {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return masked(value, {}, unknownNamed(name, unknown));
  if (field.isPersonal) return isUnset(field, value) ? value : masked(value, {}, 'hidden');
  const { group = {} } = field;
  // Where a person is expected, a single value may be all of them.
  return masked(value, group, isOfPerson(group) ? 'hidden' : 'shown');
}

/** Whether these are the fields of a record about a person, where an unknown field is hidden. */
const isOfPerson = (fields: Fields): boolean => Object.values(fields).some(({ isPersonal }) => isPersonal);

const isUnset = ({ kind }: Field, value: unknown): boolean =>
  typeof value !== 'object' && kind?.show(value) === undefined;

const hidden = (value: unknown): unknown =>
  value === null || value === '' || typeof value === 'boolean' ? value : redacted;

const shown = (value: unknown): unknown => (typeof value === 'string' ? withoutEmails(value) : value);

/** Decides by the name of a field without a definition. */
function unknownNamed(name: string, around: Unknown): Unknown {
  if (personalNames.has(name)) return 'hidden';
  if (harmlessNames.has(name)) return 'shown';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  if (words.some((word) => secretWords.test(word))) return 'hidden';
  if (/^(ids?|key|uprid)$/.test(words.at(-1) ?? '')) return 'shown';
  return words.some((word) => suspiciousWords.test(word)) ? 'hidden' : around;
}

/** An ID of a person, such as a passport number, is hidden. Other IDs are shown. */
const secretWords = /^(ssn|bsn|passport|national|licen[cs]e|user|login|ip)$/;

const suspiciousWords =
  /name|mail|phone|mobile|street|address|postcode|postal|house|iban|bank|birth|company|recipient|receiver|contact|customer|client|buyer|person|comment|remark|note|message|^(tel|gsm|fax|zip|bic|dob|vat|btw|kvk|card|account|attention|attn|initials|signature|ip|ua)$/;

const everyField: readonly (readonly [name: string, field: Field])[] = [customer, address, basket, basketLine].flatMap(
  ({ fields }) => entriesOf(fields),
);

function entriesOf(fields: Fields): readonly (readonly [string, Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => [[name, field] as const, ...entriesOf(field.group ?? {})]);
}

const personalNames: ReadonlySet<string> = new Set(
  everyField.flatMap(([name, { isPersonal }]) => (isPersonal ? [name] : [])),
);
const harmlessNames: ReadonlySet<string> = new Set(everyField.flatMap(([name, { kind }]) => (kind ? [name] : [])));
