/** Whole numbers from one to another, both included. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** What was not read between IDs, the highest first. @param ids in any order @param read what was read between them */
export function gapsBetween(ids: readonly number[], read: readonly IdRange[]): readonly IdRange[] {
  const known = joined([...ids.map((id) => ({ from: id, to: id })), ...read]);
  return known
    .slice(1)
    .map(({ from }, at) => ({ from: (known[at]?.to ?? 0) + 1, to: from - 1 }))
    .toReversed();
}

/** The same numbers in as few ranges as can be, the lowest first. */
export function joined(ranges: readonly IdRange[]): readonly IdRange[] {
  const whole: IdRange[] = [];
  for (const range of [...ranges].sort((left, right) => left.from - right.from)) {
    const last = whole.at(-1);
    if (last && range.from <= last.to + 1)
      whole[whole.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
    else whole.push(range);
  }
  return whole;
}

/** How many numbers there are in ranges that have none in common. */
export const sizeOf = (ranges: readonly IdRange[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0);

/** Each number of these ranges, in their order, from the highest of each. */
export function* downThrough(ranges: readonly IdRange[]): Generator<number> {
  for (const { from, to } of ranges) for (let id = to; id >= from; id--) yield id;
}
