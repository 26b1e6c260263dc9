import type { SeenRequest } from '../store.ts';
import type { Group } from './commands.ts';
import type { PhpReply, Row, Traits } from './shop.ts';

/** A habit of shops that are written in PHP, and the exit code of each group of commands in such a shop. */
export interface Habit {
  readonly traits?: Traits;
  readonly reply?: (reply: PhpReply, request: SeenRequest) => PhpReply;
  /** A cell for each group: its exit code. What exits with 0 must be true. */
  readonly cells: Partial<Record<Group, number>>;
  /** Before the first request: rows that the shop has besides. */
  readonly products?: readonly Row[];
}

export const reads = { lists: 0, gets: 0, searches: 0, skus: 0, pages: 0 } as const;
export const writes = { creates: 0, updates: 0, deletes: 0, orders: 0, imports: 0 } as const;
export const all = { ...reads, ...writes, strangers: 3 } as const;
export const unclear = { creates: 10, updates: 10, deletes: 10, orders: 10 } as const;

export type Change = NonNullable<Habit['reply']>;

/** Changes what comes back from requests of these methods, where it is a success. */
export const onSuccess =
  (methods: string, change: (body: unknown, request: SeenRequest) => unknown): Change =>
  (reply, request) =>
    methods.split(' ').includes(request.method) && reply.status < 300
      ? { ...reply, body: change(reply.body, request) }
      : reply;

export const always = (methods: string, body: unknown, more: Partial<PhpReply> = {}): Change => {
  const change = onSuccess(methods, () => body);
  return (reply, request) => {
    const changed = change(reply, request);
    return changed === reply ? reply : { ...changed, ...more };
  };
};

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every value of a body that is no object or list, changed. */
export function eachValue(body: unknown, change: (value: unknown, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(body)) return body.map((one) => eachValue(one, change, name));
  if (!isRow(body)) return change(body, name);
  return Object.fromEntries(Object.entries(body).map(([field, value]) => [field, eachValue(value, change, field)]));
}

/** Every record of a body, changed. */
export function eachRecord(body: unknown, change: (record: Row) => unknown): unknown {
  if (Array.isArray(body)) return body.map((one) => (isRow(one) ? change(one) : one));
  if (!isRow(body)) return body;
  return 'data' in body ? { ...body, data: eachRecord(body.data, change) } : change(body);
}

export const records = (change: (record: Row) => unknown): Change =>
  onSuccess('GET POST PATCH', (body) => eachRecord(body, change));
export const values = (change: (value: unknown, name: string) => unknown): Change =>
  onSuccess('GET POST PATCH', (body) => eachValue(body, change));
export const without = (record: Row, ...names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
export const idIn = (body: unknown): unknown => {
  const { productId, customerId, orderId, id } = body as Row;
  return productId ?? id ?? orderId ?? customerId;
};
export const json = (body: unknown): string => JSON.stringify(body);

/** `(int) $text`: the digits at the start, or 0. */
export const integer = (text: string): string => String(Number.parseInt(text, 10) || 0);
export const isEmptyList = (body: unknown): boolean =>
  isRow(body) && Array.isArray(body.data) && body.data.length === 0;
