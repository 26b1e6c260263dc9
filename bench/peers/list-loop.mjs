// The peer of a list: what anybody would write in ten minutes. Page after page, no checks, a line of JSON a record.
import { Agent, request } from 'undici';

const pageSize = 100;
const dispatcher = new Agent();

for (let offset = 0, count = 1; offset < count; offset += pageSize) {
  const url = `${process.env.SHOP_URL}/api/v2/products?limit=${pageSize}&offset=${offset}&token=${encodeURIComponent(process.env.SHOP_TOKEN)}`;
  const page = JSON.parse(await (await request(url, { dispatcher })).body.text());
  count = page.numRows;
  process.stdout.write(page.data.map((record) => `${JSON.stringify(record)}\n`).join(''));
}
await dispatcher.close();
