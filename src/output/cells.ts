import type { Field } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';

/** A received value on one line for a person, escaped: arrays with commas between, objects as JSON; '' when there is nothing to show. */
export function cellText(field: Field | undefined, value: unknown): string {
  return escapeText(Array.isArray(value) ? value.map((element) => shownText(field, element)).join(', ') : shownText(field, value));
}

/** A received value as its kind shows it, not escaped; a value that the definition does not know, as it is; '' when there is nothing to show. */
export function shownText(field: Field | undefined, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field?.kind) return field.kind.show(value) ?? '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
