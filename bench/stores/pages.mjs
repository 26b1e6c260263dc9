// A store with so many products that answers at once: one by its ID, or a page. Says on standard error when it has sent the first page.
import { createServer } from 'node:http';
import { listen } from './listening.mjs';

const count = Number(process.argv[2] ?? 1000);
const recordOf = (id) => ({
  productId: id,
  uprid: String(id),
  sku: `P-${String(id).padStart(7, '0')}`,
  ean: `87${String(id).padStart(11, '0')}`,
  name: `Desk lamp no. ${id}, oak`,
  price: `${(id % 900) + 1}.95`,
  quantity: String(id % 50),
  status: 1,
  taxRate: 21,
  url: `https://shop.example/lamps/${id}.html`,
});

listen(
  createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://store');
    const id = Number(/\/products\/(\d+)$/.exec(pathname)?.[1] ?? 0);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(id > 0 ? recordOf(id) : pageOf(searchParams)));
    if (searchParams.get('offset') === '0') console.error('first page');
  }),
);

function pageOf(query) {
  const offset = Number(query.get('offset') ?? 0);
  const length = Math.max(0, Math.min(Number(query.get('limit') ?? 20), count - offset));
  return { numRows: count, data: Array.from({ length }, (_, at) => recordOf(offset + at + 1)) };
}
