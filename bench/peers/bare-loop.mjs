// The peer of an import: what anybody would write in ten minutes. As many rows at a time as an import, no checks, no memory of what was sent.
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';
import { Agent, request } from 'undici';

const atATime = 16;
const dispatcher = new Agent({ connections: atATime });
const url = `${process.env.SHOP_URL}/api/v2/products?token=${encodeURIComponent(process.env.SHOP_TOKEN)}`;
const underWay = new Set();

for await (const row of createReadStream(process.argv[2]).pipe(parse({ columns: true }))) {
  const body = JSON.stringify({
    ...row,
    price: Number(row.price),
    taxRate: Number(row.taxRate),
    status: Number(row.status),
  });
  const sending = request(url, { method: 'POST', dispatcher, headers: { 'content-type': 'application/json' }, body })
    .then((response) => response.body.json())
    .finally(() => underWay.delete(sending));
  underWay.add(sending);
  if (underWay.size >= atATime) await Promise.race(underWay);
}
await Promise.all(underWay);
await dispatcher.close();
