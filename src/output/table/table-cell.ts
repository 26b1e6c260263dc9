import type { Field, Fields, StoreRecord, Tone } from '../../resources/record-fields.ts';
import type { Paints } from '../../text/paint.ts';
import { redacted } from '../../text/redact.ts';
import { briefCellText, cellText } from '../display.ts';
import { fieldAt, valueAt } from '../paths.ts';

export interface Column {
  readonly heading: string;
  /** The paths whose values share the cell. */
  readonly paths: readonly string[];
  readonly field: Field | undefined;
  readonly importance: number;
  readonly align: 'left' | 'right';
}

export interface Cell {
  readonly text: string;
  readonly tone: Tone | undefined;
  readonly isDate: boolean;
  /** Where it leads to, as the store gives it. */
  readonly address: unknown;
}

export function cellOf(column: Column, fields: Fields, record: StoreRecord, isCut: boolean): Cell {
  const { field, paths } = column;
  const textOf = isCut ? briefCellText : cellText;
  const textAt = (path: string): string => {
    const part = fieldAt(fields, path);
    const value = valueAt(record, path);
    return isNoId(part, value) ? '' : textOf(part, value);
  };
  const texts = paths.map(textAt).filter((text) => text !== '');
  // Two masked fields are shown as one.
  const text = texts.every((one) => one === redacted) ? (texts[0] ?? '') : texts.join(' ');
  const isOwn = Object.hasOwn(fields, paths[0] ?? '');
  return {
    text,
    tone: isOwn ? field?.remark?.(record)?.tone : undefined,
    isDate: field?.kind?.name === 'date',
    address: isOwn && field?.address !== undefined ? record[field.address] : undefined,
  };
}

/** An ID of 0 names nothing: a basket without a customer. */
const isNoId = (field: Field | undefined, value: unknown): boolean =>
  field?.kind?.name === 'id' && (value === 0 || value === '0');

/** `2026-01-31`: a date with its time cut off is still right, and needs no ellipsis. */
export const dayLength = 10;

export function shortened(cell: Cell | undefined, width: number | undefined): string {
  const { text = '', isDate } = cell ?? {};
  return isDate && width !== undefined && text.length > width && width >= dayLength ? text.slice(0, dayLength) : text;
}

/** A whole column in green says nothing: only unusual values are coloured in a list. @param text which may be cut */
export const paintedCell = (text: string, tone: Tone | undefined, paint: Paints): string =>
  tone && tone !== 'good' ? paint[tone](text) : text;
