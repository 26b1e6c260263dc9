// A store that costs next to nothing: products in memory, by their SKU.
import { createServer } from 'node:http';
import { listen } from './listening.mjs';

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
  const product = { productId: bySku.size + 1, ...JSON.parse(body) };
  bySku.set(product.sku, product);
  return product;
}

function found(url) {
  const search = new URL(url, 'http://store').searchParams.get('filter[search]');
  if (search === null) return { numRows: bySku.size, data: [...bySku.values()].slice(0, 1) };
  const product = bySku.get(search.replace(/^sku:/, ''));
  return { numRows: product ? 1 : 0, data: product ? [product] : [] };
}
