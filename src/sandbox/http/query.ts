import { invalid } from './refusal.ts';

/** The query parameters of every route. */
const everywhere: readonly string[] = ['token', 'acceptLanguageId'];

/** @throws Refusal 422 that names the query parameters that would be ignored: most likely they are misspelt. */
export function refuseUnknown(query: URLSearchParams, known: readonly string[] = []): void {
  const unknown = [...new Set(query.keys())].filter((name) => !everywhere.includes(name) && !known.includes(name));
  if (unknown.length > 0)
    throw invalid(unknown.map((field) => ({ field, message: 'is not a query parameter of this path' })));
}
