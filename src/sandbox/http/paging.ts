import { countKind } from '../../resources/kinds.ts';
import type { WrongField } from './refusal.ts';

/** The part of a list to return. */
export interface PageRange {
  readonly limit: number;
  readonly offset: number;
}

/** The page size without `limit`. */
export const defaultLimit = 50;
/** A larger limit is no error: the page has this size. */
export const largestLimit = 100;

/** Reads `limit` and `offset`, plain or as `filter[limit]`, which wins; what is wrong with them is added to `wrong`. */
export function readPaging(query: URLSearchParams, wrong: WrongField[]): PageRange {
  const read = (name: string, least: number): number | undefined => {
    const text = filterParameter(query, name);
    const value = text === undefined ? undefined : countKind.typed(text);
    if (text === undefined || (value !== undefined && value >= least)) return value;
    wrong.push({ field: name, message: `must be ${countKind.expects} and at least ${least}` });
    return undefined;
  };
  return { limit: Math.min(read('limit', 1) ?? defaultLimit, largestLimit), offset: read('offset', 0) ?? 0 };
}

/** The two forms of the name of a filter. */
export function bothForms(name: string): readonly string[] {
  return [name, `filter[${name}]`];
}

/** A filter of a list, plain or in brackets; an empty one is none. */
export function filterParameter(query: URLSearchParams, name: string): string | undefined {
  return query.get(`filter[${name}]`) || query.get(name) || undefined;
}

/**
 * What every list says of itself. Indexes count from 0; `endIndex` is the one after the page's last record, so that it
 * is also the next page's offset.
 */
export function pageFields(rows: number, { limit, offset }: PageRange, data: readonly unknown[]) {
  return {
    numRows: String(rows),
    numPages: String(Math.ceil(rows / limit)),
    pageNumber: String(Math.floor(offset / limit) + 1),
    startIndex: String(offset),
    endIndex: String(offset + data.length),
  };
}
