import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answers, key } from '../support/replies.ts';
import { ownDirectory } from '../support/run.ts';
import { runAt, serveStore } from '../support/store.ts';

// Replies with status 200 of frameworks, proxies, caches and firewalls to every request: none is a record, a list or nothing.

const stores: readonly (readonly [name: string, body: unknown, type?: string])[] = [
  [
    'Laravel in debug mode',
    { message: 'Server Error', exception: 'QueryException', file: 'a.php', line: 1, trace: [] },
  ],
  ['Symfony', { type: 'https://tools.ietf.org/html/rfc2616', title: 'An error occurred', status: 500, detail: 'Oops' }],
  ['API Platform', { '@context': '/contexts/Error', '@type': 'hydra:Error', 'hydra:description': 'Oops' }],
  ['Magento', { message: 'The consumer %resources', parameters: { resources: 'x' }, trace: null }],
  ['Magento with an empty list', { items: [], total_count: 0, message: 'Oops', trace: '#0 index.php' }],
  ['Shopware', { errors: [{ status: '500', code: '0', title: 'Internal', detail: 'Oops' }], data: [], total: 0 }],
  ['WooCommerce', { code: 'rest_no_route', message: 'No route', data: { status: 404 } }],
  ['WordPress with a fatal error', { code: 'internal_server_error', message: '<p>Oops</p>', data: { status: 500 } }],
  ['PrestaShop', { errors: [{ code: 1, message: 'Oops' }], products: [] }],
  ['OpenCart', { error: { warning: 'No permission' }, products: [], baskets: [] }],
  ['CodeIgniter', { status: false, error: 'Unknown method', data: [], numRows: 0 }],
  ['a REST_Controller', { status: false, message: 'Not found', numRows: 0, data: [] }],
  ['Yii', { name: 'PHP Fatal', message: 'Oops', code: 0, status: 500, type: 'Error', data: [] }],
  ['GraphQL', { errors: [{ message: 'Oops', path: ['products'] }], data: { products: [], baskets: [] } }],
  ['JSON-RPC', { jsonrpc: '2.0', error: { code: -32603, message: 'Oops' }, id: null, result: [] }],
  ['SOAP as JSON', { fault: { faultstring: 'Oops', detail: { errorcode: 'x' } }, data: [] }],
  ['Elasticsearch', { error: { root_cause: [], type: 'x', reason: 'all shards failed' }, status: 503, hits: [] }],
  ['Elasticsearch with failed shards', { timed_out: true, _shards: { failed: 5 }, hits: { total: 0, hits: [] } }],
  ['AWS API Gateway', { message: 'Internal server error' }],
  ['AWS Lambda', { errorMessage: 'Task timed out', errorType: 'Runtime.Timeout', data: [], numRows: 0 }],
  ['Cloudflare', { success: false, errors: [{ code: 10000, message: 'Oops' }], messages: [], result: [] }],
  ['a captcha', { captcha: { url: 'https://captcha.test' }, status: 'challenge' }],
  ['a captcha page', '<!DOCTYPE html><title>Just a moment...</title>', 'text/html'],
  ['a cache with a placeholder', { status: 'pending', retry: true, data: null }],
  ['a cache with nothing', '""'],
  ['a mobile app backend', { ResultCode: 1, ResultMessage: 'DB error', Data: [], Total: 0 }],
  ['.NET', { Message: 'An error has occurred.', ExceptionMessage: 'Timeout', StackTrace: 'at x', Data: [] }],
  ['Spring', { timestamp: '2026-01-01', status: 500, error: 'Internal Server Error', path: '/', data: [], total: 0 }],
  ['OData', { 'odata.error': { code: '', message: { value: 'Oops' } }, value: [] }],
  ['a PHP program that counts false', { numRows: false, data: [], errormsg: 'mysqli: Lost connection' }],
  ['a PHP program with a message of MySQL', { numRows: 0, data: [], mysql_error: 'Server has gone away' }],
  ['text', 'Service temporarily unavailable', 'text/plain'],
  ['an XML error', '<?xml version="1.0"?><error><code>500</code></error>', 'application/xml'],
];

const lines = [
  'products list --all',
  'products export',
  'products diff catalogue.csv',
  'products get 206',
  'products create --sku NEW --price 1',
  'baskets list --all',
  `baskets get ${key}`,
  'addresses list --customer 101',
  'customers get 101',
  'orders get 1001',
];

describe('no command believes', () => {
  test.each(stores)('%s', async (_, body, type?: unknown) => {
    const believed: unknown[] = [];
    for (const line of lines) {
      const directory = ownDirectory();
      writeFileSync(join(directory, 'catalogue.csv'), 'sku,name,price\nA-1,Cup,1.50\n');
      const { run, seen } = await serveStore(answers(200, body, type === undefined ? undefined : String(type)));
      const { code, out } = await run(`${line} --retries 0`, { directory });
      const isSent = seen.some(({ method }) => method !== 'GET');
      if (![3, 4, 5, 6].includes(code) || out !== '' || isSent) believed.push([line, code, out.slice(0, 80), isSent]);
    }
    expect(believed).toEqual([]);
  });
});

test('an export of no products at all needs a store that counts none', async () => {
  for (const [body, expected] of [
    [[], 5],
    [{ data: [], message: 'Service Unavailable' }, 5],
    [{ numRows: 0, data: [] }, 0],
  ] as const)
    expect((await runAt(answers(200, body), 'products export')).code).toBe(expected);
});

describe('an order with other names is shown', () => {
  test.each([
    { number: '2026-1001', lines: [] },
    { order: { reference: 'A', lines: [] } },
    { data: { order_no: 1001, total: '5.00' } },
  ])('as %j', async (body) => {
    expect((await runAt(answers(200, body), 'orders get 1001')).code).toBe(0);
  });
});
