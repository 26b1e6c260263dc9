import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import { downThrough, gapsBetween, type IdRange, joined, sizeOf } from '../index/id-gaps.ts';
import type { PeopleIndex } from '../index/people-index.ts';

/** What is left of a walk, before it is made. */
export interface WalkPlan {
  readonly ids: number;
  /** How long it will take. */
  readonly milliseconds: number;
}

interface Walking {
  readonly host: string;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly index: PeopleIndex;
  /** Whether those IDs are read again that an earlier walk read. */
  readonly isLive: boolean;
  /** Reads a customer, and shows who is meant. Returns whether there is one. */
  readonly read: (customerId: string) => Promise<boolean>;
  /** Requests a second that the store allows, once it has refused one. */
  readonly ratePerSecond: () => number | undefined;
  /** Called when it is known how many IDs are to be read. */
  readonly onCount: (ids: number) => void;
  readonly confirm: (plan: WalkPlan) => Promise<boolean>;
}

/** A gap between two known IDs of more than this may be a jump of the numbering. */
const maxGap = 1000;
/** Where more gaps may be jumps, IDs are no numbering. */
const maxJumps = 50;
/** IDs that are tried in a long gap: where a quarter of them exist, all are missing by chance once in a hundred gaps. */
const triedInGap = 16;
/** IDs that are read before it is asked: they show how fast the store is. */
const firstIds = 64;
/** Between two times that what was read is kept. */
const keptEvery = 500;

/**
 * Reads the customers who are known to exist and were never read, then the IDs between those of known customers, the highest
 * first, and keeps which were read. Returns the jumps of the numbering, which it leaves out.
 * @throws CliError `refused` where the IDs are no numbers, or are not one after the other
 */
export async function walkIds(walking: Walking): Promise<readonly IdRange[]> {
  const { index, isLive, host, clock } = walking;
  // Below the lowest ID that is known there may be more.
  const gaps = gapsBetween([0, ...customerNumbers(index, host)], isLive ? [] : index.marks.walked);
  const unread = [...index.changed.unread()];
  const empty = await jumpsAmong(gaps, walking);
  const jumps = empty.filter(({ from }) => from > 1);
  const walk = new IdWalk(
    gaps.filter((gap) => !empty.includes(gap)),
    walking,
  );
  const left = (): number => unread.length + walk.left;
  if (left() === 0 && jumps.length > 0) throw sparse(host);
  walking.onCount(left());
  const read = async (count: number): Promise<void> => {
    const some = unread.splice(0, count);
    await readSideBySide(some, walking.read);
    await walk.read(count - some.length);
  };
  await read(firstIds / 2);
  const startedAt = clock.elapsed();
  // The first half shows less: a store is asked slowly at first.
  await read(firstIds / 2);
  const pace = (clock.elapsed() - startedAt) / (firstIds / 2);
  const allowed = walking.ratePerSecond();
  const ids = left();
  const milliseconds = ids * (allowed === undefined ? pace : Math.max(pace, 1000 / allowed));
  const isAgreed = ids === 0 || (await walking.confirm({ ids, milliseconds }));
  if (isAgreed) {
    await read(ids);
    await readBehind(walking);
  }
  return jumps;
}

/** Whom a miss reads at most between known IDs: customers who are new since the last walk. */
const newIds = 16;

/** Reads the highest IDs that no walk has read, and those behind: somebody who has registered since has no basket yet. */
export async function walkNewIds(walking: Omit<Walking, 'onCount' | 'confirm' | 'ratePerSecond'>): Promise<void> {
  const { index } = walking;
  const numbers = index.ids('customer').filter(isNumber).map(Number);
  const gaps = gapsBetween(numbers, index.marks.walked).filter((gap) => sizeOf([gap]) <= maxGap);
  await new IdWalk(gaps, walking).read(newIds);
  await readBehind(walking);
}

/** So many IDs behind the highest one that is known are read, until none of them exists. */
const behindAtOnce = 4;

async function readBehind({ index, read }: Pick<Walking, 'index' | 'read'>): Promise<void> {
  const ids = index.ids('customer').filter(isNumber).map(Number);
  const first = ids.reduce((highest, id) => Math.max(highest, id), 0) + 1;
  let next = first;
  for (let found = [true]; found.includes(true); next += behindAtOnce)
    found = await Promise.all(Array.from({ length: behindAtOnce }, (_, at) => read(String(next + at))));
  const end = next - behindAtOnce;
  if (end > first) index.marks.walked = joined([...index.marks.walked, { from: first - 1, to: end - 1 }]);
}

/** @throws CliError `refused` for an ID that is no number */
function customerNumbers(index: PeopleIndex, host: string): readonly number[] {
  return [...index.ids('customer'), ...index.changed.unread()].map((id) => {
    if (isNumber(id)) return Number(id);
    throw new CliError('refused', `--walk needs customer IDs that are numbers: ${host} has ${id}.`, {
      field: '--walk',
    });
  });
}

async function readSideBySide(ids: readonly string[], read: Walking['read']): Promise<void> {
  for (let at = 0; at < ids.length; at += maxAtOnce) await Promise.all(ids.slice(at, at + maxAtOnce).map(read));
}

/** How many IDs a walk reads between those that are known, none where it is not worth naming; and whether longer gaps are left. */
export function countGaps(index: PeopleIndex): { readonly ids: number; readonly hasLong: boolean } {
  const ids = [...index.ids('customer'), ...index.changed.unread()];
  if (!ids.every(isNumber)) return { ids: 0, hasLong: false };
  const gaps = gapsBetween(ids.map(Number), index.marks.walked);
  const short = gaps.filter((gap) => sizeOf([gap]) <= maxGap);
  return { ids: sizeOf(short), hasLong: short.length < gaps.length };
}

const isNumber = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

const sparse = (host: string): CliError =>
  new CliError('refused', `--walk needs customer IDs that are close to one another: those of ${host} are sparse.`, {
    field: '--walk',
  });

/** The long gaps in which no ID that is tried exists. @throws CliError `refused` where there are too many to try */
async function jumpsAmong(gaps: readonly IdRange[], { read, host }: Walking): Promise<readonly IdRange[]> {
  const long = gaps.filter((gap) => sizeOf([gap]) > maxGap);
  if (long.length > maxJumps) throw sparse(host);
  const jumps: IdRange[] = [];
  for (const gap of long) {
    const step = sizeOf([gap]) / triedInGap;
    const tried = Array.from({ length: triedInGap }, (_, at) => gap.from + Math.floor((at + 0.5) * step));
    const found = await Promise.all(tried.map((id) => read(String(id))));
    if (!found.includes(true)) jumps.push(gap);
  }
  return jumps;
}

/** The IDs of some gaps, read side by side. */
class IdWalk {
  left: number;
  readonly #gaps: readonly IdRange[];
  readonly #walking: Pick<Walking, 'index' | 'read'>;
  readonly #ids: Generator<number>;
  readonly #underWay = new Set<number>();
  /** The ID that was begun last. */
  #lowest = Number.POSITIVE_INFINITY;

  constructor(gaps: readonly IdRange[], walking: Pick<Walking, 'index' | 'read'>) {
    this.left = sizeOf(gaps);
    this.#gaps = gaps;
    this.#walking = walking;
    this.#ids = downThrough(gaps);
  }

  /** Reads so many more. What was read is kept, also where it fails. */
  async read(count: number): Promise<void> {
    const ids = this.#next(count);
    const reader = async (): Promise<void> => {
      // A failure ends the generator, and so all readers.
      for (const id of ids) await this.#readOne(id);
    };
    try {
      await Promise.all(Array.from({ length: maxAtOnce }, reader));
    } finally {
      this.#keep();
    }
  }

  *#next(count: number): Generator<number> {
    for (let taken = 0; taken < count; taken++) {
      const { value, done } = this.#ids.next();
      if (done) return;
      this.#underWay.add(value);
      this.#lowest = value;
      this.left--;
      if (this.left % keptEvery === 0) this.#keep();
      yield value;
    }
  }

  async #readOne(id: number): Promise<void> {
    await this.#walking.read(String(id));
    this.#underWay.delete(id);
  }

  /** Keeps the ranges in which each ID is known, or was read. */
  #keep(): void {
    const { index } = this.#walking;
    const from = Math.max(...this.#underWay, this.#lowest - 1) + 1;
    const read = this.#gaps.filter(({ to }) => to >= from);
    if (read.length === 0) return;
    // With the known IDs at their ends they join.
    const ranges = read.map((gap) => ({ from: Math.max(1, gap.from < from ? from : gap.from - 1), to: gap.to + 1 }));
    index.marks.walked = joined([...index.marks.walked, ...ranges]);
  }
}
