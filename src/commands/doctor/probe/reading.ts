import type { Connection } from '../../../client/connection.ts';
import { isMissing } from '../../../client/failures.ts';
import { findList } from '../../../client/reply/shapes.ts';
import { apiRequest, replyLimits } from '../../../client/request.ts';
import { type Query, RequestUrl } from '../../../client/request-url.ts';
import { send } from '../../../client/send.ts';
import { CliError } from '../../../errors.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import type { Probed, StoreProbe } from '../../../settings/profiles.ts';
import type { Values } from '../../../settings/variables.ts';
import { isObject } from '../../../text/json.ts';

/** The result of a read: JSON, or the status with which the store refused it. */
export interface Read {
  readonly status: number;
  readonly json: unknown;
}

/** Reads exactly this. @throws CliError for what says nothing about the store, such as a refused token or a limit */
export async function readRaw(connection: Connection, segments: readonly string[], query: Query = []): Promise<Read> {
  const request = apiRequest('GET', RequestUrl.to(connection.base, segments, query), { limit: replyLimits.page });
  try {
    const { status, json } = await send(connection, request);
    return { status, json };
  } catch (error) {
    if (!(error instanceof CliError) || !refusals.has(error.status ?? 0)) throw error;
    return { status: error.status ?? 0, json: undefined };
  }
}

/** Statuses by which a store says that it does not take such a request, or has nothing for it. */
const refusals: ReadonlySet<number> = new Set([400, 404, 405, 410, 414, 416, 422]);

/** The records of a list; none where the store says that nothing matches; undefined where it refuses the request. */
export function recordsIn({ status, json }: Read, name: string): readonly StoreRecord[] | undefined {
  if (isMissing(status)) return [];
  if (status >= 400) return undefined;
  return (findList(json, name)?.entries ?? []).filter(isObject);
}

/** `array`, the field that the records are in, or `nested`; undefined for what is no list. */
export function shapeOf({ json }: Read, name: string): string | undefined {
  const list = findList(json, name);
  if (list === undefined) return undefined;
  return Array.isArray(json) ? 'array' : (list.field ?? 'nested');
}

/** What a store was asked with, and what was read before. */
export interface Subject {
  readonly connection: Connection;
  /** Products of the store: at most 500. */
  readonly products: readonly StoreRecord[];
  /** How many the store has, if it says. */
  readonly count: number | undefined;
  /** A customer whose addresses can be read, once one is known. */
  readonly customer: string | undefined;
  /** The limits that the store announces, by header. */
  readonly limits: Readonly<Record<string, string>>;
  readonly randomHex: (bytes: number) => string;
}

/** What reads showed about one thing. Without a value it could not be found out, and the words say why. */
export interface Answer<P extends Probed = Probed> {
  readonly value?: NonNullable<StoreProbe[P]>;
  readonly words: string;
  /** Settings that follow from it. */
  readonly settings?: Values;
  /** What is wrong with a store that does so. */
  readonly problem?: string;
  /** A customer whose addresses can be read. */
  readonly customer?: string | undefined;
}

export const unknown = (why: string): Answer<never> => ({ words: `unknown: ${why}` });

export const noProducts = unknown('the store has no products');
