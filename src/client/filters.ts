import type { Connection } from './connection.ts';
import type { Query } from './request-url.ts';

/** `search` is documented as `filter[search]`; whether the others are plain or bracketed is not, so they are sent both ways unless told. */
export function filterQuery(filters: Readonly<Record<string, string | undefined>>, style: Connection['filterStyle']): Query {
  return Object.entries(filters).flatMap(([name, value]): Query => {
    if (value === undefined) return [];
    if (name === 'search' || style === 'bracket') return [[`filter[${name}]`, value]];
    return style === 'plain'
      ? [[name, value]]
      : [
          [name, value],
          [`filter[${name}]`, value],
        ];
  });
}
