import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bodies, flagFor, serveAnyStore, written } from '../support/bodies.ts';
import { ownDirectory } from '../support/run.ts';
import type { TestStore } from '../support/store.ts';
import { words } from '../support/words.ts';

const sent = async (line: readonly string[] | string, options: Parameters<TestStore['run']>[1] = {}) => {
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run(line, options);
  return { code, err, body: JSON.parse(written(seen)[0] || 'null') ?? undefined };
};

test.each(bodies.map((body) => [body.line, body] as const))(
  '%s takes the same body from --body, standard input and options',
  async (line, body) => {
    const directory = ownDirectory({ 'body.json': JSON.stringify(body.good) });
    const [file, stdin] = [
      await sent(words(line, '--body', 'body.json'), { directory }),
      await sent(words(line, '--body', '-'), { stdin: JSON.stringify(body.good) }),
    ];
    const typed = Object.entries(body.good).flatMap(([name, value]) => [flagFor(body, name), String(value)]);
    const options = await sent(words(line, ...typed));
    expect([file.code, stdin, options]).toEqual([0, file, file]);
  },
);

test.each([
  ['products create --allow-duplicate --price 2.50', { sku: 'A', price: 1 }, { price: 2.5 }],
  [
    'products create --allow-duplicate --tax-rate 9',
    { sku: 'A', price: 1, taxRateVal: 21 },
    { taxRate: 9, taxRateVal: 9 },
  ],
  ['customers update 101 --phone-number 2', { phoneNumber: '1', faxNumber: '3' }, { phoneNumber: '2' }],
  ['customers update 101 --unset phone-number', { phoneNumber: '1', faxNumber: '3' }, { phoneNumber: '' }],
  ['baskets create --product 201:2', { products: [{ uprid: '200' }] }, { products: [{ uprid: '201', quantity: 2 }] }],
])('%s: an option overrides --body', async (line, body, changes) => {
  expect(await sent(`${line} --body -`, { stdin: JSON.stringify(body) })).toEqual({
    code: 0,
    err: '',
    body: { ...body, ...changes },
  });
});

test.each(bodies.map((body) => [body.line, body] as const))(
  '%s names every unknown field of --body',
  async (line, body) => {
    const { code, err } = await sent(words(line, '--body', '-'), {
      stdin: JSON.stringify({ ...body.good, colour: 'red', $set: 1 }),
    });
    const message = ['colour', '$set'].map((name) => `Unknown field "${name}" in --body.`);
    expect([code, message.filter((line) => !err.includes(line))]).toEqual([2, []]);
  },
);

test('an unknown field of --body gets the nearest name as a hint', async () => {
  const { code, err } = await sent('customers update 101 --body -', { stdin: '{"phoneNumbr":"1"}' });
  expect([code, err]).toEqual([2, 'Error: Unknown field "phoneNumbr" in --body.\nDid you mean "phoneNumber"?\n']);
});

test.each([
  ['products create', { sku: 'A', taxRateVal: 5.5 }, '--tax-rate "5.5" must be a whole percentage from 0 to 100'],
  ['baskets create', { products: 5 }, 'products "5" must be a list of objects'],
  ['customers create', { password: [] }, 'password must be text'],
] as const)('%s with %j names an option that exists, or the field', async (line, body, message) => {
  const { code, err } = await sent(`${line} --body -`, { stdin: JSON.stringify(body) });
  expect([code, err.split('\n').some((fault) => fault.replace('Error: ', '').startsWith(message))]).toEqual([2, true]);
});

test('everything invalid in --body, options and products is named at once', async () => {
  const { code, err, body } = await sent(
    ['baskets', 'create', '--body', '-', '--customer', 'x', '--product', '206:-1', '--custom-product', 'z'],
    { stdin: '{"loyaltyPoints":-1}' },
  );
  const faults = ['--loyalty-points "-1"', '--customer "x"', '--product "206:-1"', '--custom-product "z"'];
  expect([code, body, faults.filter((fault) => !err.includes(fault))]).toEqual([2, undefined, []]);
});

test.each([
  ['not JSON', '{"sku":', 'Standard input is not valid JSON'],
  ['empty', '', 'Standard input is not valid JSON'],
  ['a list', '[]', '--body must be a JSON object.'],
])('--body with %s is rejected', async (_, stdin, message) => {
  const { code, err, body } = await sent('products create --body -', { stdin });
  expect([code, err.includes(message), body]).toEqual([2, true, undefined]);
});

test.each([
  ['products create', '{"sku":"A","price":1.12345678901234567890}', '1.12345678901234567890', '1.1234567890123457'],
  ['products create', '{"sku":"A","ean":87123456789012345678}', '87123456789012345678', '87123456789012350000'],
  ['api POST products', '{"price":[9007199254740993]}', '9007199254740993', '9007199254740992'],
])('%s --body with more digits than a number holds is refused: %s', async (line, stdin, written, held) => {
  const { code, err, body } = await sent(`${line} --body -`, { stdin });
  expect({ code, err, body }).toEqual({
    code: 2,
    err: `Error: Standard input: ${written} has more digits than a number holds.\nDid you mean ${held} (rounded to the digits that a number holds)? Text goes in quotes: "${written}".\n`,
    body: undefined,
  });
});

test('--body with a number that is out of range is refused', async () => {
  const { code, err } = await sent('api POST products --body -', { stdin: '{"price":1e400}' });
  expect({ code, err }).toEqual({ code: 2, err: 'Error: Standard input: 1e400 is too large a number.\n' });
});

describe('a body must arrive as it was written', () => {
  const lines = ['customers update 101', 'products create --allow-duplicate', 'api POST products'];
  const of = (line: string): string => (line.startsWith('customers') ? '{"firstName":"Zoë"}' : '{"sku":"Größe"}');

  test.each(lines)('%s takes a byte order mark off', async (line) => {
    const stdin = Buffer.from(`\ufeff${of(line)}`);
    const directory = ownDirectory({ 'body.json': `\ufeff${of(line)}` });
    const expected = { code: 0, body: JSON.parse(of(line)) };
    expect(await sent(`${line} --body -`, { stdin })).toMatchObject(expected);
    expect(await sent(`${line} --body body.json`, { directory })).toMatchObject(expected);
  });

  test.each(
    lines.flatMap((line) => (['latin1', 'utf16le', 'cut'] as const).map((encoding) => [line, encoding] as const)),
  )('%s refuses one that is not UTF-8: %s', async (line, encoding) => {
    const json = of(line);
    const bytes =
      encoding === 'cut'
        ? Buffer.from(json.replace('ë', 'é')).fill(0x80, 12, 13)
        : Buffer.from(`\ufeff${json}`, encoding);
    const directory = ownDirectory();
    await writeFile(join(directory, 'body.json'), bytes);
    const outcomes = [
      await sent(`${line} --body -`, { stdin: bytes }),
      await sent(`${line} --body body.json`, { directory }),
    ];
    for (const { code, err, body } of outcomes)
      expect([code, err.includes('not UTF-8 text'), body]).toEqual([2, true, undefined]);
  });

  test.each([
    ['customers update 101', '{"firstName":"A","firstName":"B"}', 'firstName'],
    ['products create --allow-duplicate', '{"sku":"A","name":"x","sku":"A"}', 'sku'],
    ['products create --allow-duplicate', '{"sku":"A","s\\u006bu" : "B"}', 'sku'],
    ['api POST products', '{"a":[{"b":1,"c":{"b":2}},{"b":1,"d":"\\"e\\":","b":3}]}', 'b'],
    ['api POST products', '{"":1,"":2}', ''],
  ])('%s --body refuses a name that is given twice: %s', async (line, stdin, name) => {
    const { code, err, body } = await sent(`${line} --body -`, { stdin });
    expect([code, err, body]).toEqual([
      2,
      `Error: Standard input has the field "${name}" more than once.\n`,
      undefined,
    ]);
  });

  test.each(['{"a":{"b":1},"b":2,"c":[{"b":1},{"b":"b:"}],"d":"\\"b\\":"}', `{"a":"${'\\"'.repeat(100_000)}"}`])(
    'names in other objects, and in texts, are no repetition: %#',
    async (stdin) => {
      expect((await sent('api POST products --body -', { stdin })).body).toEqual(JSON.parse(stdin));
    },
  );
});
