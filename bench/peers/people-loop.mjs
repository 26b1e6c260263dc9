// The peer of a search for people: what anybody would write in ten minutes. Pages of baskets, then each customer and order by its ID, as many at a time as shop-cli.
import { Agent, request } from 'undici';

const atATime = 16;
const pageSize = 100;
const dispatcher = new Agent({ connections: atATime });
const { SHOP_URL, SHOP_TOKEN } = process.env;

async function get(path, query = '') {
  const { body, statusCode } = await request(
    `${SHOP_URL}/api/v2${path}?token=${encodeURIComponent(SHOP_TOKEN)}${query}`,
    { dispatcher },
  );
  const text = await body.text();
  return statusCode === 200 ? JSON.parse(text) : undefined;
}

async function sideBySide(work) {
  let next = 0;
  const oneAfterAnother = async () => {
    while (next < work.length) await work[next++]();
  };
  await Promise.all(Array.from({ length: atATime }, oneAfterAnother));
}

const paths = new Set();
const first = await get('/baskets', '&limit=1');
const pages = Array.from({ length: Math.ceil(first.numRows / pageSize) }, (_, at) => at * pageSize);
await sideBySide(
  pages.map((offset) => async () => {
    const { data } = await get('/baskets', `&limit=${pageSize}&offset=${offset}`);
    for (const { customerId, orderId } of data) {
      if (Number(customerId) > 0) paths.add(`/customers/${customerId}`);
      if (Number(orderId) > 0) paths.add(`/orders/${orderId}`);
    }
  }),
);
let found = 0;
await sideBySide(
  [...paths].map((path) => async () => {
    const record = await get(path);
    if (JSON.stringify(record)?.toLowerCase().includes('nobody-has-this-name')) found++;
  }),
);
console.log(found);
await dispatcher.close();
