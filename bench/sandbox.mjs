// Requests per second of the sandbox, beside an empty handler of the same framework, in turns: npm run bench -- sandbox [products]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { median, startSandbox, startServer } from './support.mjs';

const emptyHandler = fileURLToPath(new URL('./empty-hono.mjs', import.meta.url));
const [atATime, requests] = [16, 4000];

export async function run(products = 0) {
  const directory = await mkdtemp(join(tmpdir(), 'shop-cli-bench-'));
  const [sandbox, empty] = [await startSandbox(directory), await startServer([emptyHandler])];
  try {
    await fill(sandbox.variables, Number(products));
    await rates(sandbox.variables, empty.variables);
    if (Number(products) > 0) await medians(sandbox.variables, Number(products));
  } finally {
    await Promise.all([sandbox.stop(), empty.stop()]);
    await rm(directory, { recursive: true, force: true });
  }
}

async function rates(sandbox, empty) {
  const { productId } = await send(sandbox, 'POST', '/products', { sku: 'BENCH', name: 'Bench' });
  const kinds = {
    'GET product': (at) => ['GET', `/products/${productId}?n=${at}`],
    'POST product': (at) => [
      'POST',
      '/products',
      { sku: `B-${at}-${Math.random()}`, name: 'Bench', price: 12.5, quantity: '3' },
    ],
  };
  for (const [name, make] of Object.entries(kinds)) {
    const ratios = [];
    for (let round = 0; round < 5; round++) ratios.push((await rate(sandbox, make)) / (await rate(empty, make)));
    console.log(
      `${name.padEnd(14)} ${median(ratios).toFixed(2)} × an empty handler (median of 5 rounds of ${requests} requests, ${atATime} at a time)`,
    );
  }
}

/** Milliseconds of single requests, one after another. */
async function medians(sandbox, products) {
  const last = Math.max(0, products - 100);
  const kinds = {
    'page of 50, first': () => ['GET', '/products?limit=50&offset=0'],
    'page of 50, last': () => ['GET', `/products?limit=50&offset=${last}`],
    'get by id': () => ['GET', `/products/${200 + Math.floor(Math.random() * Math.max(1, products))}`],
    'get by SKU': () => ['GET', `/products/GEN-${1 + Math.floor(Math.random() * Math.max(1, products))}`],
    create: (at) => ['POST', '/products', { sku: `ONE-${at}`, name: 'One' }],
  };
  for (const [name, make] of Object.entries(kinds)) {
    const times = [];
    for (let at = 0; at < 200; at++) {
      const start = performance.now();
      await send(sandbox, ...make(at));
      times.push(performance.now() - start);
    }
    console.log(`${name.padEnd(18)} ${median(times).toFixed(2)} ms at the median, with ${products} products`);
  }
}

async function fill(sandbox, products) {
  for (let at = 1; at <= products; at += 1000) {
    const batch = Array.from({ length: Math.min(1000, products - at + 1) }, (_, index) => at + index);
    await inParallel(
      batch,
      (number) =>
        send(sandbox, 'POST', '/products', {
          sku: `GEN-${number}`,
          name: `Product ${number}`,
          price: 9.95,
          quantity: '3',
        }),
      64,
    );
  }
}

async function rate(store, make) {
  const start = performance.now();
  await inParallel(
    Array.from({ length: requests }, (_, at) => at),
    (at) => send(store, ...make(at)),
    atATime,
  );
  return (requests * 1000) / (performance.now() - start);
}

async function inParallel(items, work, limit) {
  const waiting = [...items];
  await Promise.all(
    Array.from({ length: limit }, async () => {
      for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item);
    }),
  );
}

const dispatcher = new Agent({ connections: 64 });

async function send({ SHOP_URL, SHOP_TOKEN }, method, path, body) {
  const url = `${SHOP_URL}/api/v2${path}${path.includes('?') ? '&' : '?'}token=${SHOP_TOKEN}`;
  const options = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const response = await request(url, { method, dispatcher, ...options });
  // A quick refusal must not pass for a quick answer.
  if (response.statusCode >= 300) throw new Error(`${method} ${path} was answered with ${response.statusCode}.`);
  return await response.body.json();
}
