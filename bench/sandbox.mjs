// Requests per second of the sandbox, beside an empty handler of Hono, in turns: npm run bench -- sandbox [products] [requests] [rounds]
import { Agent, request } from 'undici';
import { shareOfPeer } from './rows.mjs';
import { inTurns } from './support/measure.mjs';
import { inDirectory, startSandbox, startStore, withServer } from './support/servers.mjs';

const atATime = 16;

export async function* rows(products = 0, requests = 3000, rounds = 5) {
  yield* await inDirectory((directory) =>
    withServer(startSandbox(directory, '--empty'), (sandbox) =>
      withServer(startStore('empty-hono'), async (empty) => {
        await fill(sandbox, Number(products));
        return await rates(sandbox, empty, { requests: Number(requests), rounds: Number(rounds) });
      }),
    ),
  );
}

async function rates(sandbox, empty, { requests, rounds }) {
  const { productId } = await send(sandbox, 'POST', '/products', { sku: 'BENCH', name: 'Bench' });
  const kinds = {
    GET: () => ['GET', `/products/${productId}`],
    POST: (at) => ['POST', '/products', { sku: `B-${at}-${Math.random()}`, name: 'Bench', price: 12.5, quantity: '3' }],
  };
  const found = [];
  for (const [method, make] of Object.entries(kinds)) {
    const times = await inTurns(
      { ours: () => rate(sandbox, make, requests), peer: () => rate(empty, make, requests) },
      rounds,
    );
    found.push(
      shareOfPeer({
        what: `the sandbox: ${method} of a product, ${atATime} at a time`,
        peerName: 'a handler of Hono without a database',
        ...times,
        unit: 'requests/s',
        least: 0.5,
      }),
    );
  }
  return found;
}

async function fill(sandbox, products) {
  const product = (number) => ({ sku: `GEN-${number}`, name: `Product ${number}`, price: 9.95, quantity: '3' });
  await inParallel(products, (number) => send(sandbox, 'POST', '/products', product(number)), 64);
}

async function rate(store, make, requests) {
  const start = performance.now();
  await inParallel(requests, (at) => send(store, ...make(at)), atATime);
  return (requests * 1000) / (performance.now() - start);
}

async function inParallel(times, work, limit) {
  let next = 0;
  const oneAfterAnother = async () => {
    while (next < times) await work(next++);
  };
  await Promise.all(Array.from({ length: limit }, oneAfterAnother));
}

const dispatcher = new Agent({ connections: 64 });

async function send({ SHOP_URL, SHOP_TOKEN }, method, path, body) {
  const url = `${SHOP_URL}/api/v2${path}?token=${SHOP_TOKEN}`;
  const options = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const response = await request(url, { method, dispatcher, ...options });
  // A quick refusal must not pass for a quick answer.
  if (response.statusCode >= 300) throw new Error(`${method} ${path} was answered with ${response.statusCode}.`);
  return await response.body.json();
}
