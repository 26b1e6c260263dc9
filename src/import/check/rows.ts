import { hashOf } from '../../text/hash-set.ts';
import type { Catalogue, CatalogueRow } from '../read/catalogue.ts';
import { type Key, keyOf, keyText, type SendableRow } from '../read/row.ts';
import type { Rejection } from '../report/outputs.ts';
import type { Tally } from '../report/tally.ts';

interface Ready {
  readonly tally: Tally;
  readonly shard: Shard | undefined;
  /** Why each faulty row is: some are for what other rows are. Undefined when none is. */
  readonly faulty: ReadonlyMap<number, Rejection> | undefined;
}

/** The rows that are still to be brought to the store. Those that never will be, faulty ones and those of other shards, are noted as such. */
export async function* readyRows(
  catalogue: Catalogue,
  { tally, shard, faulty }: Ready,
): AsyncGenerator<readonly SendableRow[]> {
  const isReady = ({ record, values, leftOut }: CatalogueRow): boolean => {
    if (tally.isDone(record)) return false;
    const key = values && keyOf(values);
    if (leftOut !== undefined) tally.set(record, 'leftOut');
    else if (!key || faulty?.has(record)) tally.set(record, 'faulty');
    else if (shard && !isInShard(shard, key)) tally.set(record, 'elsewhere');
    else return true;
    return false;
  };
  for await (const batch of catalogue.rows()) {
    yield batch.flatMap((row) =>
      isReady(row) && row.values ? [{ record: row.record, line: row.line, values: row.values }] : [],
    );
  }
}

/** How many rows other shards send. */
export async function elsewhereIn(all: AsyncIterable<readonly SendableRow[]>, shard: Shard): Promise<number> {
  let rows = 0;
  for await (const batch of all) rows += batch.filter(({ values }) => !isInShard(shard, keyOf(values) as Key)).length;
  return rows;
}

/** The rows of a part; all of them without one. */
export async function* rowsOf(
  shard: Shard | undefined,
  all: AsyncIterable<readonly SendableRow[]>,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of all)
    yield shard ? batch.filter(({ values }) => isInShard(shard, keyOf(values) as Key)) : batch;
}

/** One of several parts of a file; the first is 1. */
export interface Shard {
  readonly part: number;
  readonly of: number;
}

/** Whether a row belongs to a part: by its key alone, so that every machine divides a file alike. */
const isInShard = ({ part, of }: Shard, key: Key): boolean => hashOf(`shard ${keyText(key)}`) % of === part - 1;

/**
 * Reads `3/10`, or `auto/10`, which takes the part from the variables that CI services and Kubernetes set. Undefined for anything else, also for
 * a part that is not there.
 */
export function parseShard(text: string, env: Readonly<Record<string, string | undefined>>): Shard | undefined {
  const match = /^(auto|\d{1,6})\/(\d{1,6})$/.exec(text);
  if (!match) return undefined;
  const of = Number(match[2]);
  const part = match[1] === 'auto' ? partFrom(env) : Number(match[1]);
  return part !== undefined && part >= 1 && part <= of ? { part, of } : undefined;
}

/** Kubernetes counts an Indexed Job from 0, and GitLab's CI_NODE_INDEX from 1; a matrix passes either under a name that says so. */
function partFrom(env: Readonly<Record<string, string | undefined>>): number | undefined {
  for (const [name, base] of Object.entries(indexVariables)) {
    const value = env[name];
    if (value !== undefined && /^\d{1,6}$/.test(value)) return Number(value) + 1 - base;
  }
  return undefined;
}

/** The variables of `auto`, and what each begins at. */
export const indexVariables = { JOB_COMPLETION_INDEX: 0, CI_NODE_INDEX: 1, SHARD_INDEX: 0, SHARD_NUMBER: 1 } as const;
