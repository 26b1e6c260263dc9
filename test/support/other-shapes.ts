import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Body = Readonly<Record<string, unknown>>;

/** One request of the API: its path without the version, split. */
interface Asked {
  readonly method: string;
  readonly path: readonly string[];
}

export interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * A store that says the same as the one at `url`, in the least expected shape that the description of the API allows: records in lists, lists as
 * objects, creations that name their ID alone, writes and errors without a body.
 */
export async function openGateway(url: string): Promise<Gateway> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const { status, body } = await forwarded(url, request);
    const path = (request.url ?? '').replace(/\?.*/, '').split('/').slice(3).map(decodeURIComponent);
    const method = request.method ?? '';
    const isLine = path[0] === 'baskets' && path.length === 3;
    const basket = method === 'PATCH' && isLine ? await basketOf(url, request.url ?? '') : undefined;
    const shaped = basket && count % 2 === 0 ? basket : reshaped({ method, path }, status, body, count);
    count += 1;
    const type = typeof shaped === 'string' ? 'text/plain' : 'application/json';
    const text = shaped === undefined || typeof shaped === 'string' ? shaped : JSON.stringify(shaped);
    response
      .writeHead(status === 204 && text ? 200 : status, text === undefined ? {} : { 'content-type': type })
      .end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The whole basket of a line. */
async function basketOf(url: string, line: string): Promise<Body> {
  const answer = await fetch(`${url}${line.replace(/\/[^/?]*(?=\?|$)/, '')}`);
  return withLists((await answer.json()) as Body);
}

async function forwarded(url: string, request: IncomingMessage): Promise<{ status: number; body: Body | undefined }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { 'content-type': type, 'accept-language': language } = request.headers;
  const answer = await fetch(`${url}${request.url}`, {
    method: request.method ?? 'GET',
    headers: { ...(type && { 'content-type': type }), ...(language && { 'accept-language': language }) },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** Undefined for a reply without a body. */
function reshaped({ method, path }: Asked, status: number, body: Body | undefined, count: number): unknown {
  if (status >= 400) return undefined;
  if (method === 'DELETE') return inTurn(count, [undefined, 'Gone.', { success: true }, []]);
  if (body === undefined) return undefined;
  const [one, several] = namesOf(path);
  if (one === 'order' && method === 'POST') return inTurn(count, [{ success: true }, undefined, { number: '2026-1' }]);
  if (method === 'PATCH') return inTurn(count, [undefined, 'OK', { success: true }, inList(body)]);
  const isList = method === 'GET' && path.at(-1) === several;
  if (method === 'POST') return wrapped([one, several], withLists(body), count, idOnly(one, body));
  if (!isList) return wrapped([one, several], withLists(body), count);
  return several === 'products' ? products(body, count) : { result: { [several]: byId(listIn(body)) } };
}

const inTurn = (count: number, replies: readonly unknown[]): unknown => replies[count % replies.length];

function namesOf(path: readonly string[]): readonly [one: string, several: string] {
  if (path[0] === 'products' || (path[0] === 'baskets' && path.length === 3)) return ['product', 'products'];
  if (path[0] === 'customers' && path[2] === 'addresses') return ['address', 'addresses'];
  return [(path[0] ?? '').slice(0, -1), path[0] ?? ''];
}

const wrapped = (
  [one, several]: readonly [string, string],
  record: Body,
  count: number,
  more: readonly unknown[] = [],
): unknown =>
  inTurn(count, [
    ...more,
    inList(record),
    { numRows: 1, data: [record] },
    { [one]: record },
    { success: true, data: { [several]: [record] } },
    { data: byId([record]) },
    { data: { type: several, id: '1', attributes: record }, links: {} },
  ]);

/** The replies to a creation that name nothing but its ID. */
function idOnly(one: string, { basketKey, productId, customerId, id }: Body): readonly unknown[] {
  const own = { basket: basketKey, product: productId, customer: customerId, address: id }[one];
  return [{ success: true, id: own }, own, { data: { id: own } }];
}

/** The documented envelope with its list as an object, or without: most stores have envelopes of their own. */
function products(body: Body, count: number): unknown {
  const records = listIn(body);
  if (records.length === 0) return inTurn(count, [{ ...body, data: null }, { data: [], meta: { total: 0 } }, []]);
  return inTurn(count, [{ ...body, data: byId(records) }, { data: { ...body, data: records } }]);
}

const inList = (record: Body): readonly Body[] => [record];

const listIn = (body: Body): readonly Body[] =>
  Array.isArray(body) ? body : ((Object.values(body).find(Array.isArray) ?? []) as readonly Body[]);

/** PHP writes an array with gaps like this. */
const byId = (records: readonly unknown[]): Body =>
  Object.fromEntries(records.map((record, at) => [String(at + 301), record]));

/** The products of a basket or order as an object. */
const withLists = (record: Body): Body =>
  Array.isArray(record.products) ? { ...record, products: byId(record.products) } : record;
