import { refuseIfAny } from './body.ts';

/** The query parameters of every route. */
const everywhere: readonly string[] = ['token', 'acceptLanguageId'];

/**
 * @throws Refusal 422 that names the query parameters of which something would be ignored: unknown ones, which are
 * most likely misspelt, and repeated ones
 */
export function refuseIgnored(query: URLSearchParams, known: readonly string[] = []): void {
  const names = [...query.keys()];
  const unknown = new Set(names.filter((name) => !everywhere.includes(name) && !known.includes(name)));
  const repeated = new Set(names.filter((name, at) => names.indexOf(name) !== at && !unknown.has(name)));
  refuseIfAny([
    ...[...unknown].map((field) => ({ field, message: 'is not a query parameter of this path' })),
    ...[...repeated].map((field) => ({ field, message: 'must be given once' })),
  ]);
}
