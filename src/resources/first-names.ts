/** Whether one first name is the other, or abbreviates it: `J.`, `J P`, `Joh.`. */
export function isSameFirstName(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [partsOfFirstName(one), partsOfFirstName(other)];
  const isWhole = left.length === right.length || [left, right].some((parts) => parts.every(isInitial));
  return isWhole && left.every((part, at) => right[at] === undefined || isSamePart(part, right[at]));
}

/** In lower case, with the full stops of abbreviations. */
const partsOfFirstName = (name: string): readonly string[] => name.toLowerCase().match(/[^\s.-]+\.?/g) ?? [];

const isInitial = (part: string): boolean => part.endsWith('.') || part.length === 1;

const isSamePart = (one: string, other: string): boolean =>
  one === other ||
  [[one, other] as const, [other, one] as const].some(
    ([short, long]) => isInitial(short) && long.startsWith(short.replace('.', '')),
  );
