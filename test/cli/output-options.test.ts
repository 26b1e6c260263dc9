import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { json, runAt, runInSandbox, type ServedStore, serveSandbox, serveStore } from '../support/store.ts';

const address = { id: 301, city: 'Gent', state: null, country: { id: '21', title: 'België', isoCode2: 'BE' } };
const serveAddress = (): Promise<ServedStore> =>
  serveStore((_, response) => json(response, 200, { addresses: [address] }));

test.each([
  ['customers get 101', 0o600],
  ['addresses list --customer 101', 0o600],
  ['baskets list', 0o600],
  ['orders get 1001', 0o600],
  ['api GET customers/101', 0o600],
  ['products list', 0o644],
  ['products export', 0o644],
])('%s --output-file makes a new file that others may read only if it is not about people', async (line, mode) => {
  const { run } = await serveSandbox();
  const directory = ownDirectory();
  const file = join(directory, 'file');
  expect((await run(`${line} --output-file ${file}`)).code).toBe(0);
  expect((await stat(file)).mode & 0o777).toBe(mode & ~process.umask());
});

describe('--fields', () => {
  test('a name in another case is the field', async () => {
    const { run } = await serveAddress();
    expect(await run('addresses list --customer 101 --fields City,COUNTRY.TITLE -o csv')).toMatchObject({
      code: 0,
      out: 'city,country.title\nGent,België\n',
    });
  });

  test('in a table are its columns, and a whole group may be named', async () => {
    const { run } = await serveAddress();
    const { out } = await run('addresses list --customer 101 --fields city,country.isoCode2');
    expect(out.replaceAll(/ {2,}/g, '|')).toBe('City|Country code\nGent|BE\n');
    const group = await run('addresses list --customer 101 --fields country --json');
    expect(JSON.parse(group.out)).toEqual([{ country: address.country }]);
  });

  test('may be the headings of the table', async () => {
    const { run } = await serveAddress();
    const byHeading = await run(['addresses', 'list', '--customer', '101', '--fields', 'City,country code,postcode']);
    expect(byHeading).toEqual(await run('addresses list --customer 101 --fields city,country.isoCode2,zipcode'));
    expect(byHeading.out.split('\n')[0]?.replaceAll(/ {2,}/g, '|')).toBe('City|Country code|Postcode');
  });

  test.each(['colour', 'country.colour', 'id,,city', 'id,colour', 'password'])(
    '%j names an unknown field: exit code 2, with the known ones',
    async (fields) => {
      const { run } = await serveAddress();
      expect(await run(['addresses', 'list', '--customer', '101', '--fields', fields])).toEqual({
        code: 2,
        out: '',
        err: expect.stringMatching(/Unknown fields? (.|\n)*Fields: id, customerId/),
      });
    },
  );
});

describe('--fields where any name may be right', () => {
  test.each([
    ['orders get 1001 --fields total,totl,customer.emial', '"totl", "customer.emial"'],
    ['orders get 1001 1001 --fields totl', '"totl"'],
    ['api GET products --fields numRows,data.skuu --query limit=2', '"data.skuu"'],
    ['api PATCH customers/101 -f phoneNumber=1 --fields emial', '"emial"'],
    ['orders create --basket 42212126-9CF9-49D8-8E52-5B2858894145 --yes --fields totl', '"totl"'],
  ])('%s: an unknown name is reported', async (line, names) => {
    const err = `Warning: no result has the field ${names} (--fields).\n`;
    expect(await runInSandbox(line)).toMatchObject({ code: 0, err });
  });

  test('a known one is not', async () => {
    expect((await runInSandbox('orders get 1001 --fields total,products.sku,dateCreated')).err).toBe('');
  });
});

test('api --quiet is refused: it does not know which field is the ID', async () => {
  expect(await runInSandbox('api GET products --quiet')).toEqual({
    code: 2,
    out: '',
    err: 'Error: api cannot tell which field of a reply is its ID.\nUse --fields instead of --quiet.\n',
  });
});

describe('--output-file', () => {
  test('has no colour and nothing cut, also from a terminal', async () => {
    const directory = ownDirectory();
    const { run } = await serveSandbox();
    const { out } = await run('products list --limit 5');
    await run('products list --limit 5 --output-file list.txt', { directory, terminal: 30 });
    expect(await readFile(join(directory, 'list.txt'), 'utf8')).toBe(out);
  });

  test.each([
    ['a store that breaks in the middle', 'products list --all --retries 0', 2],
    ['a record that is not there', 'customers get 1', 1],
    ['a wrong option', 'products list --limit x', 1],
  ])('stays as it was after %s', async (_, line, good) => {
    const directory = ownDirectory({ 'kept.txt': 'before' });
    const data = Array.from({ length: 100 }, (__, at) => ({ productId: at, uprid: String(at) }));
    const page = { numRows: 1000, data };
    const { run } = await serveStore((_request, response, count) =>
      count < good ? json(response, 200, page) : json(response, 404, {}),
    );
    const { code, out } = await run(`${line} --output-file kept.txt`, { directory });
    const kept = await readFile(join(directory, 'kept.txt'), 'utf8');
    expect([code > 0, out, kept, await readdir(directory)]).toEqual([true, '', 'before', ['kept.txt']]);
  });

  test('replaces what was there, also for --dry-run and --curl', async () => {
    const directory = ownDirectory();
    const { run } = await serveAddress();
    const shown = { '--dry-run': '{\n  "store": "127.0.0.1:', '--curl': 'printf %s' };
    for (const [option, start] of Object.entries(shown)) {
      await writeFile(join(directory, 'shown.txt'), 'before');
      expect((await run(`products create --sku A ${option} --output-file shown.txt`, { directory })).out).toBe('');
      expect((await readFile(join(directory, 'shown.txt'), 'utf8')).startsWith(start)).toBe(true);
    }
  });

  test.each(['', 'nowhere/out.txt', '.'])('%j cannot be written: exit code 2, before any question', async (path) => {
    const directory = ownDirectory();
    const { run, seen } = await serveAddress();
    const { code } = await run(['products', 'create', '--sku', 'A', '--output-file', path], { directory });
    expect([code, seen.length, (await stat(directory)).isDirectory()]).toEqual([2, 0, true]);
  });
});

describe('--envelope', () => {
  const envelope = { numRows: 3, lowestPrice: '1.00', data: [{ productId: 1 }] };
  test.each([
    ['products list', envelope],
    ['baskets list', { total: 1, baskets: [{ id: 1 }] }],
    ['baskets list', [{ id: 1 }]],
  ])('%s gives the reply as it is', async (line, reply) => {
    const { code, out } = await runAt((_, response) => json(response, 200, reply), `${line} --envelope --json`);
    expect([code, JSON.parse(out)]).toEqual([0, reply]);
  });

  test('and --all cannot be combined', async () => {
    const { run, seen } = await serveStore((_, response) => json(response, 200, envelope));
    const { code, err } = await run('products list --envelope --all');
    expect([code, err.includes('Use either --all or --envelope'), seen.length]).toEqual([2, true, 0]);
  });
});

test('a field that is not there is refused before a write is sent', async () => {
  const { run, seen } = await serveStore((_, response) => json(response, 200, { productId: 1, customerId: 1 }));
  const codes = [
    (await run('products create --sku A --fields nope')).code,
    (await run('customers delete 1 --yes --fields customerId')).code,
  ];
  expect({ codes, sent: seen.length }).toEqual({ codes: [2, 2], sent: 0 });
});

test('--envelope with --fields has the totals, and these fields of the records', async () => {
  const { out } = await runAt(
    (_, response) => json(response, 200, { numRows: 1, data: [{ productId: 1, sku: 'A', name: 'Mug' }] }),
    'products list --envelope --fields sku,productId',
  );
  expect(JSON.parse(out)).toEqual({ numRows: 1, data: [{ sku: 'A', productId: 1 }] });
});

test('--output-file - is standard output, and no file of that name', async () => {
  const { run } = await serveSandbox();
  const directory = ownDirectory();
  const { out } = await run('products get 206 --fields sku --json --output-file -', { directory });
  expect([JSON.parse(out), await readdir(directory)]).toEqual([{ sku: 'RGJ-301' }, []]);
});

const order = `{
  "orderId": 1,
  "total": 12.50,
  "sum": "12.50",
  "tax": [
    1.0,
    0.10,
    10,
    -0.00000010
  ],
  "lines": [
    {
      "price": 3.00,
      "digits": "12345678901234567890"
    }
  ]
}
`;

const numbered = () =>
  serveStore((_, response) => json(response, 200, order.replace('"12345678901234567890"', '12345678901234567890')));

test.each([
  ['orders get 1 --json', order.replace('-0.00000010', '"-0.00000010"')],
  [
    'orders get 1 --json --fields lines.price,total',
    '{\n  "lines": [\n    {\n      "price": 3.00\n    }\n  ],\n  "total": 12.50\n}\n',
  ],
  ['orders get 1 -o ndjson --fields total,sum', '{"total":12.50,"sum":"12.50"}\n'],
  [
    'orders get 1 -o yaml --fields total,sum,tax',
    'total: 12.50\nsum: "12.50"\ntax:\n  - 1.0\n  - 0.10\n  - 10\n  - "-0.00000010"\n',
  ],
  ['orders get 1 -o ndjson --fields total,sum --mask-pii', '{"total":12.50,"sum":"***"}\n'],
  ['orders get 1 -o csv --fields total,sum,tax', 'total,sum,tax\n12.50,12.50,1.0|0.10|10|-0.00000010\n'],
  ['api GET orders/1 -o ndjson --fields total', '{"total":12.50}\n'],
])('%s has each number with the digits that it came with, and text as text', async (line, shown) => {
  const { run } = await numbered();
  expect((await run(line)).out).toBe(shown);
});

test('a card has the digits of a number', async () => {
  const { run } = await numbered();
  expect((await run('orders get 1')).out).toMatch(/Total +12\.50\n/);
});

test('a list has its numbers as they came, beside secrets that are left out, and in the envelope', async () => {
  const reply = '{"numRows":1,"lowestPrice":2.50,"data":[{"productId":1,"sku":"A","price":2.50,"password":"x"}]}';
  const { run } = await serveStore((_, response) => json(response, 200, reply));
  const { out } = await run('products list -o ndjson');
  const { out: envelope } = await run('products list --envelope --json --fields price');
  expect([out, JSON.stringify(JSON.parse(envelope)), envelope.match(/: 2\.50/g)?.length]).toEqual([
    '{"productId":1,"sku":"A","price":2.50}\n',
    '{"numRows":1,"lowestPrice":2.5,"data":[{"price":2.5}]}',
    2,
  ]);
});

test.each([
  ['customers get 101 --output csv', 'Wrote 1 record to out.\n'],
  ['products list --limit 12 --main-only --output csv', /^12 of .*\nWrote 12 records to out\.\n$/],
  ['customers get 101 -q', ''],
  ['customers get 101 --json', ''],
])('%s --output-file says where the result went', async (line, notice) => {
  const { run } = await serveSandbox();
  const directory = ownDirectory();
  const { code, err } = await run(`${line} --output-file out`, { directory });
  expect({ code, err }).toEqual({
    code: 0,
    err: typeof notice === 'string' ? notice : expect.stringMatching(notice),
  });
});
