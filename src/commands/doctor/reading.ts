import { findList } from '../../client/reply/shapes.ts';
import { apiRequest, replyLimits } from '../../client/request.ts';
import { type Query, RequestUrl } from '../../client/request-url.ts';
import { send } from '../../client/send.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { VariableValues } from '../../settings/variables.ts';
import { isObject } from '../../text/json.ts';
import { type Examination, found } from './check.ts';

/** What reads showed about one thing. Without a value it could not be found out, and the words say why. */
export interface Observation {
  readonly value?: unknown;
  readonly words: string;
  /** Settings that follow from it. */
  readonly settings?: VariableValues;
  /** What is wrong with a store that does so. */
  readonly problem?: string;
}

export const unknown = (why: string): Observation => ({ words: `unknown: ${why}` });

export const noProducts = unknown('the store has no products');

/** The result of a read: JSON, or the status with which the store refused it. */
interface Read {
  readonly status: number;
  readonly json: unknown;
}

/** Reads exactly this. @throws CliError for what says nothing about the store, such as a refused token or a limit */
export async function readRaw(
  { connection }: Examination,
  segments: readonly string[],
  query: Query = [],
): Promise<Read> {
  const url = RequestUrl.to(found(connection).base, segments, query);
  try {
    return await send(found(connection), apiRequest('GET', url, { limit: replyLimits.page }));
  } catch (error) {
    if (!(error instanceof CliError) || !refusals.has(error.status ?? 0)) throw error;
    return { status: error.status ?? 0, json: undefined };
  }
}

/** Statuses by which a store says that it does not take such a request, or has nothing for it. */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 410, 414, 416, 422]);

/** The records of a list; undefined where the store refuses the request, or answers 404, which may mean either. */
export function recordsIn({ status, json }: Read, name: string): readonly StoreRecord[] | undefined {
  if (status >= 400) return undefined;
  return (findList(json, name)?.entries ?? []).filter(isObject);
}

/** The shape of a list: the API documents only that of products. One read. */
export async function shapeOf(
  examination: Examination,
  segments: readonly string[],
  name: string,
): Promise<Observation> {
  const { json } = await readRaw(examination, segments);
  const list = findList(json, name);
  if (list === undefined) return unknown('the reply is not a list');
  if (Array.isArray(json)) return { value: 'array', words: 'a bare array' };
  if (list.field === undefined) return { value: 'nested', words: 'in a nested object' };
  return { value: list.field, words: `in the field ${list.field}` };
}
