// A store that costs next to nothing: every product that was sent to it, in memory.
import { createServer } from 'node:http';
import { listen } from './listening.mjs';

const products = [];
const bySku = new Map();

listen(
  createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (request.method === 'POST') response.statusCode = 201;
      response.end(JSON.stringify(request.method === 'POST' ? created(body) : found(request.url)));
    });
  }),
);

function created(body) {
  const product = { productId: products.length + 1, ...JSON.parse(body) };
  products.push(product);
  const same = bySku.get(product.sku);
  if (same) same.push(product);
  else bySku.set(product.sku, [product]);
  return product;
}

function found(url) {
  const query = new URL(url, 'http://store').searchParams;
  const search = query.get('filter[search]');
  const all = search === null ? products : (bySku.get(search.replace(/^sku:/, '')) ?? []);
  const offset = Number(query.get('offset') ?? 0);
  return { numRows: all.length, data: all.slice(offset, offset + Number(query.get('limit') ?? 20)) };
}
