import { isObject } from '../text/objects.ts';

/**
 * A list as stores write it: an array, or an object whose fields are called by index or ID (`{"301":{…}}`), which is
 * how PHP writes an array with gaps. Undefined for anything else; an empty object may be a record without fields.
 */
export function listOf(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => idName.test(name)) ? Object.values(value) : undefined;
}

/** `301`, `206{3}12`, or a GUID with or without braces. */
const idName = /^(?:\d+(?:\{\d+\}\d+)*|\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?)$/i;
