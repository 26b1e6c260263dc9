import type { Behaviour, SeenRequest } from './store.ts';

// Replies of a store to one command, and records to reply with.

export const key = '42212126-9CF9-49D8-8E52-5B2858894145';
export const basket = { id: '701', basketKey: `{${key}}`, value: '12.5000' };
export const address = { id: '301', customerId: '101', city: 'Gent' };
export const customer = { customerId: '101', emailAddress: 'jo@example.com' };

export const answers =
  (
    status: number,
    body: unknown,
    type = 'application/json',
    headers: Readonly<Record<string, string>> = {},
  ): Behaviour =>
  (_, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response
      .writeHead(status, status === 204 ? {} : { 'content-type': type, ...headers })
      .end(status === 204 ? undefined : text);
  };
/** Answers as a store without products and baskets. */
export const emptyStore: Behaviour = answers(200, { numRows: 0, data: [] });
export const hangsUp: Behaviour = (_, response) => void response.socket?.destroy();
export const silent: Behaviour = () => undefined;

/** Answers each request with the next behaviour, and every later request with the last one. */
export const inTurn =
  (...turns: readonly Behaviour[]): Behaviour =>
  (request, response, count) =>
    turns[Math.min(count, turns.length) - 1]?.(request, response, count);

/** The requests as `GET /orders/1`. */
export const requests = (seen: readonly SeenRequest[]): readonly string[] =>
  seen.map(({ method, path }) => `${method} ${path.replace('/api/v2', '')}`);
