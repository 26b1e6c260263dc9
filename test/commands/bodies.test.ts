import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { flagOf } from '../../src/input/options.ts';
import { addressChanges, newAddress } from '../../src/resources/addresses.ts';
import { basketChanges, lineChanges, newBasket, newLine } from '../../src/resources/baskets.ts';
import { customerChanges, newCustomer } from '../../src/resources/customers.ts';
import type { Kind } from '../../src/resources/kinds.ts';
import type { Member, Members } from '../../src/resources/members.ts';
import { newOrder } from '../../src/resources/orders.ts';
import { newProduct } from '../../src/resources/products.ts';
import { ask, openStore, send } from '../sandbox/store.ts';
import { inDirectory } from '../support/run.ts';
import { json, type SeenRequest, type TestStore, withStore } from '../support/store.ts';

const key = '42212126-9CF9-49D8-8E52-5B2858894145';

/** A body of the API, the command that sends it, and the request that it becomes. */
interface Body {
  readonly line: string;
  readonly members: Members;
  readonly method: 'POST' | 'PATCH';
  readonly path: string;
  /** A body that is accepted. */
  readonly good: Readonly<Record<string, unknown>>;
  readonly flags?: Readonly<Record<string, string>>;
}

const goodAddress = {
  firstName: 'Jo',
  lastName: 'Smit',
  streetAddress: 'Dorpsstraat',
  houseNumber: 12,
  zipcode: '1234 AB',
  city: 'Ede',
  country: 'NL',
};
const goodCustomer = { emailAddress: 'jo@example.com', firstName: 'Jo', lastName: 'Smit' };
const orderFlags = { basketKey: '--basket', currencyType: '--currency', languageId: '--language' };

const bodies: readonly Body[] = [
  { line: 'products create', members: newProduct.members, method: 'POST', path: '/products', good: { sku: 'A' } },
  { line: 'baskets create', members: newBasket.members, method: 'POST', path: '/baskets', good: {} },
  {
    line: `baskets update ${key}`,
    members: basketChanges.members,
    method: 'PATCH',
    path: `/baskets/{${key}}`,
    good: { coupon: 'A' },
  },
  {
    line: `baskets items update ${key} 200`,
    members: lineChanges.members,
    method: 'PATCH',
    path: `/baskets/{${key}}/200`,
    good: { quantity: 2 },
  },
  { line: 'customers create', members: newCustomer.members, method: 'POST', path: '/customers', good: goodCustomer },
  {
    line: 'customers update 101',
    members: customerChanges.members,
    method: 'PATCH',
    path: '/customers/101',
    good: { phoneNumber: '1' },
  },
  {
    line: 'addresses create --customer 101',
    members: newAddress.members,
    method: 'POST',
    path: '/customers/101/addresses',
    good: goodAddress,
  },
  {
    line: 'addresses update 301 --customer 101',
    members: addressChanges.members,
    method: 'PATCH',
    path: '/customers/101/addresses/301',
    good: { city: 'Ede' },
  },
  {
    line: 'orders create',
    members: newOrder.members,
    method: 'POST',
    path: '/orders',
    good: { basketKey: `{${key}}` },
    flags: orderFlags,
  },
];

/** Texts that are no value of a kind. Every kind of every member has some, or takes any text. */
const badTexts: Readonly<Record<Kind<unknown>['name'], readonly string[]>> = {
  text: [],
  code: [' A', 'A\u0007'],
  money: ['x', '1,50', '1e3x', '1234567890123456', '.5'],
  decimal: ['x'],
  count: ['x', '1.5', '1e99', '-x'],
  id: ['0', '-1', 'x', '1.5'],
  percent: ['5.5', '101', '-1', 'x'],
  choice: ['99', 'x'],
  flag: ['2'],
  date: ['x'],
  email: ['x', 'a@b', 'a b@example.com'],
  gender: ['x', 'male'],
  country: ['XX', 'Nederland'],
  currency: ['EU', 'E1R'],
  basketKey: ['x', '{42212126}'],
  uprid: ['x', '206{', '0'],
  list: [],
};
/** JSON that is no value of any single member. */
const badJson: readonly unknown[] = [true, {}, [], [1]];

const typable = ({ members }: Body): readonly (readonly [string, Member])[] =>
  Object.entries(members).filter(([, { kind, isSecret }]) => !isSecret && kind.name !== 'list');
const flagFor = ({ flags = {} }: Body, member: string): string => flags[member] ?? flagOf(member);

const withAnyStore = <T>(use: (store: TestStore, seen: readonly SeenRequest[]) => Promise<T>): Promise<T> =>
  withStore(
    (_, response) =>
      json(response, 200, { productId: '1', id: '1', basketKey: `{${key}}`, customerId: '1', orderId: '1' }),
    use,
  );

/** One element an argument. */
const words = (line: string, ...more: readonly string[]): readonly string[] => [...line.split(' '), ...more];

describe('bad values of every member, as options', () => {
  const rows = bodies.flatMap((body) =>
    typable(body).flatMap(([name, { kind }]) =>
      badTexts[kind.name].map((text) => [body.line, flagFor(body, name), text] as const),
    ),
  );

  test.each(rows)('%s %s %j is refused and nothing is sent', async (line, flag, text) => {
    await withAnyStore(async ({ run }, seen) => {
      const { code, out, err } = await run(words(line, flag, text));
      expect({ code, out, named: err.includes(`${flag} "`), requests: seen.length }).toEqual({
        code: 2,
        out: '',
        named: true,
        requests: 0,
      });
    });
  });

  test.each(bodies.map((body) => [body.line, body] as const))(
    '%s names every one of them at once',
    async (line, body) => {
      const bad = typable(body).flatMap(([name, { kind }]) =>
        badTexts[kind.name].slice(0, 1).map((text) => [flagFor(body, name), text] as const),
      );
      await withAnyStore(async ({ run }, seen) => {
        const { code, err } = await run(words(line, ...bad.flat()));
        const missed = bad.filter(([flag]) => !err.includes(`${flag} "`));
        expect({ code, missed, requests: seen.length, some: bad.length > 0 }).toEqual({
          code: 2,
          missed: [],
          requests: 0,
          some: true,
        });
      });
    },
  );

  test.each(bodies.map((body) => [body.line, body] as const))(
    '%s names no member that is right beside one that is wrong',
    async (line, body) => {
      const wrong = typable(body).find(([, { kind }]) => badTexts[kind.name].length > 0);
      const name = wrong?.[0] ?? '';
      const member = wrong?.[1];
      const right = Object.entries(body.good).filter(([other]) => other !== name);
      const bad = badTexts[member?.kind.name ?? 'text'][0] ?? '';
      await withAnyStore(async ({ run }) => {
        const asOptions = await run(
          words(
            line,
            flagFor(body, name),
            bad,
            ...right.flatMap(([other, value]) => [flagFor(body, other), String(value)]),
          ),
        );
        const asBody = await run(words(line, '--body', '-'), { stdin: JSON.stringify({ ...body.good, [name]: bad }) });
        const named = right
          .map(([other]) => `${flagFor(body, other)} `)
          .filter((flag) => asOptions.err.includes(flag) || asBody.err.includes(flag));
        expect([asOptions.code, asBody.code, named]).toEqual([2, 2, []]);
      });
    },
  );

  test.each(
    bodies.flatMap((body) =>
      typable(body)
        .filter(([, { isRequired }]) => isRequired)
        .map(([name]) => [body.line, flagFor(body, name), body, name] as const),
    ),
  )('%s without %s, or with nothing in it, is refused', async (line, flag, body, name) => {
    const others = Object.entries(body.good).filter(([other]) => other !== name);
    const typed = others.flatMap(([other, value]) => [flagFor(body, other), String(value)]);
    await withAnyStore(async ({ run }, seen) => {
      const empty = await run(words(line, ...typed, flag, ''));
      const absent = await run(words(line, ...typed));
      const isAbsentFault = body.method === 'POST' && !(name === 'streetAddress' || name === 'city');
      const isEmptyFault = !(body.method === 'POST' && (name === 'streetAddress' || name === 'city'));
      expect([
        empty.code === 2 && empty.err.includes(flag),
        absent.code === 2 && absent.err.includes(`${flag} is required`),
      ]).toEqual([isEmptyFault, isAbsentFault]);
      if (isEmptyFault && isAbsentFault) expect(seen.length).toBe(0);
    });
  });
});

describe('the sandbox refuses the same values by itself', () => {
  const rows = bodies.flatMap((body) =>
    Object.entries(body.members).map(
      ([name, { kind }]) =>
        [
          body.method,
          body.path,
          name,
          body,
          [...badTexts[kind.name], ...(kind.name === 'list' ? ['x', true, {}, [1]] : badJson)],
        ] as const,
    ),
  );

  test.each(rows)('%s %s with a wrong %s', async (method, path, name, body, values) => {
    const store = await openStore();
    const replies = [];
    for (const value of values) {
      const { status, body: reply } = await send(store, method, path, { ...body.good, [name]: value });
      replies.push([value, status, JSON.stringify(reply.error).includes(name)]);
    }
    expect(replies).toEqual(values.map((value) => [value, 422, true]));
  });

  test.each(rows.filter(([, , name]) => name !== 'products'))(
    '%s %s: api does not check %s, and gets the refusal of the store',
    async (method, path, name, body, values) => {
      const store = await openStore();
      const { shopCli } = await import('../support/run.ts');
      const { code, err } = await shopCli(['api', method, path.slice(1), '--body', '-'], {
        env: { SHOP_URL: store.url, SHOP_TOKEN: store.token },
        stdin: JSON.stringify({ ...body.good, [name]: values.at(-1) }),
      });
      expect([code, /The store [\w.:]+ refused the request \(422\)/.test(err), err.includes(name)]).toEqual([
        5,
        true,
        true,
      ]);
    },
  );

  test('and after all of that nothing was made', async () => {
    const store = await openStore({ empty: true });
    for (const { method, path, good } of bodies.filter((body) => body.method === 'POST')) {
      await send(store, method, path.replace('/101', '/1'), {
        ...good,
        sku: true,
        emailAddress: 'x',
        basketKey: 'x',
        customerId: 'x',
        country: 'XX',
      });
    }
    const [products, baskets] = [await ask(store, '/products'), await ask(store, '/baskets')];
    expect([products.body.numRows, JSON.stringify(baskets.body).includes('basketKey')].map(String)).toEqual([
      '0',
      'false',
    ]);
  });

  const badLines: readonly unknown[] = [
    {},
    { uprid: 'x' },
    { uprid: '200', quantity: 0 },
    { uprid: '200', quantity: '1.5' },
    { uprid: '200', title: 'T' },
    { uprid: '200', price: 1 },
    { title: 'T' },
    { price: 1 },
    { title: 'T', price: 'x' },
    { uprid: '200', colour: 'red' },
    'x',
    null,
  ];
  test.each(badLines)('a basket line %j is refused by both', async (line) => {
    const store = await openStore();
    const { status } = await send(store, 'POST', '/baskets', { products: [{ uprid: '200' }, line] });
    await withAnyStore(async ({ run }, seen) => {
      const fromBody = await run('baskets create --body -', {
        stdin: JSON.stringify({ products: [{ uprid: '200' }, line] }),
      });
      const fromFile = await run('baskets create --products-file -', {
        stdin: JSON.stringify([{ uprid: '200' }, line]),
      });
      expect({
        status,
        codes: [fromBody.code, fromFile.code],
        placed: [fromBody, fromFile].every(({ err }) => err.includes('products[1]')),
        requests: seen.length,
      }).toEqual({ status: 422, codes: [2, 2], placed: true, requests: 0 });
    });
  });
});

describe('--body', () => {
  const sent = async (line: readonly string[] | string, options: Parameters<TestStore['run']>[1] = {}) =>
    await withAnyStore(async ({ run }, seen) => {
      const { code, err } = await run(line, options);
      return { code, err, body: seen[0]?.body ? JSON.parse(seen[0].body) : undefined };
    });

  test.each(bodies.map((body) => [body.line, body] as const))(
    '%s takes it from a file and from standard input, the same as by options',
    async (line, body) => {
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'body.json'), JSON.stringify(body.good));
        const [file, stdin] = [
          await sent(words(line, '--body', 'body.json'), { directory }),
          await sent(words(line, '--body', '-'), { stdin: JSON.stringify(body.good) }),
        ];
        const typed = Object.entries(body.good).flatMap(([name, value]) => [flagFor(body, name), String(value)]);
        const options = await sent(words(line, ...typed));
        expect([file.code, stdin, options]).toEqual([0, file, file]);
      });
    },
  );

  test.each([
    ['products create', '--price', '2.50', { sku: 'A', price: 1 }, { sku: 'A', price: 2.5 }],
    ['products create', '--tax-rate', '9', { sku: 'A', taxRateVal: 21 }, { sku: 'A', taxRate: 9, taxRateVal: 9 }],
    [
      'customers update 101',
      '--phone-number',
      '2',
      { phoneNumber: '1', faxNumber: '3' },
      { phoneNumber: '2', faxNumber: '3' },
    ],
    [
      'customers update 101',
      '--unset',
      'phone-number',
      { phoneNumber: '1', faxNumber: '3' },
      { phoneNumber: '', faxNumber: '3' },
    ],
    [
      'baskets create',
      '--product',
      '201:2',
      { products: [{ uprid: '200' }] },
      { products: [{ uprid: '201', quantity: 2 }] },
    ],
  ])('%s: an option wins over it', async (line, flag, value, body, expected) => {
    expect(await sent(words(line, '--body', '-', flag, value), { stdin: JSON.stringify(body) })).toEqual({
      code: 0,
      err: '',
      body: expected,
    });
  });

  test.each(bodies.map((body) => [body.line, body] as const))('%s names unknown members', async (line, body) => {
    const { code, err } = await sent(words(line, '--body', '-'), {
      stdin: JSON.stringify({ ...body.good, colour: 'red', $set: 1 }),
    });
    const said = ['colour', '$set'].map((name) => `--body has "${name}", which is not a field of this body.`);
    expect([code, said.filter((line) => !err.includes(line))]).toEqual([2, []]);
  });

  test('an unknown member gets the nearest', async () => {
    const { code, err } = await sent('customers update 101 --body -', { stdin: '{"phoneNumbr":"1"}' });
    expect([code, err]).toEqual([
      2,
      'Error: --body has "phoneNumbr", which is not a field of this body.\nDid you mean "phoneNumber"?\n',
    ]);
  });

  test('faults of the file, of options and of lines are all named at once', async () => {
    const { code, err, body } = await sent(
      ['baskets', 'create', '--body', '-', '--customer-id', 'x', '--product', 'y', '--custom-product', 'z'],
      { stdin: '{"loyaltyPoints":-1}' },
    );
    expect([
      code,
      ['--loyalty-points "-1"', '--customer-id "x"', '--product "y"', '--custom-product "z"'].filter(
        (fault) => !err.includes(fault),
      ),
      body,
    ]).toEqual([2, [], undefined]);
  });

  test.each([
    ['not JSON', '{"sku":', 'Standard input is not JSON'],
    ['empty', '', 'Standard input is not JSON'],
    ['a list', '[]', 'must be a JSON object'],
    ['a text', '"sku"', 'must be a JSON object'],
    ['null', 'null', 'must be a JSON object'],
  ])('that is %s is refused', async (_, stdin, said) => {
    const { code, err, body } = await sent('products create --body -', { stdin });
    expect([code, err.includes(said), body]).toEqual([2, true, undefined]);
  });

  test('that is not there is refused', async () => {
    expect(await sent('products create --body nowhere.json')).toEqual({
      code: 2,
      err: 'Error: There is no file nowhere.json.\n',
      body: undefined,
    });
  });
});

describe('a country by its name', () => {
  test.each([
    ['Belgium', 'Did you mean BE (Belgium)?\n'],
    ['nederland', 'Did you mean NL (Netherlands)?\n'],
    ['België', 'Did you mean BE (Belgium)?\n'],
    ['Guinea-', 'Did you mean GN (Guinea)?\n'],
    ['united', ''],
    ['XX', ''],
    ['nowhere', ''],
  ])('--country %s is refused with its code, if that is clear', async (country, hint) => {
    await withAnyStore(async ({ run }, seen) => {
      const { code, err } = await run(['addresses', 'update', '301', '--customer', '101', '--country', country]);
      const said = `Error: --country "${country}" must be an ISO 3166 country code such as NL or NLD.\n${hint}`;
      expect([code, err, seen.length]).toEqual([2, said, 0]);
    });
  });
});

describe('--unset', () => {
  const updates = bodies.filter(({ method, line }) => method === 'PATCH' && !line.includes('items'));
  const clearable = updates.flatMap((body) =>
    typable(body)
      .filter(([, { isRequired }]) => !isRequired)
      .map(([name]) => [body.line, name] as const),
  );

  test.each(clearable)('%s clears %s, by its name, its flag or its flag without dashes', async (line, name) => {
    await withAnyStore(async ({ run }, seen) => {
      for (const typed of [name, flagOf(name), flagOf(name).slice(2)]) await run(words(line, `--unset=${typed}`));
      expect(seen.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify({ [name]: '' })));
    });
  });

  test('several at once', async () => {
    await withAnyStore(async ({ run }, seen) => {
      await run('customers update 101 --unset faxNumber --unset phone-number');
      expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ faxNumber: '', phoneNumber: '' });
    });
  });

  const refused = [
    ['customers update 101 --unset colour', 'Error: --unset "colour" is not a field of this body.\n'],
    [
      'customers update 101 --unset phone-numbr',
      '--unset "phone-numbr" is not a field of this body.\nDid you mean phone-number?\n',
    ],
    ['customers update 101 --unset colour --unset shape', '--unset "shape" is not a field of this body'],
    ['customers update 101 --unset email-address', '--email-address is required and cannot be cleared'],
    ['addresses update 301 --customer 101 --unset houseNumber', '--house-number is required and cannot be cleared'],
    ['customers update 101 --unset faxNumber --fax-number 3', 'contradicts'],
    [`baskets update ${key} --unset products`, '--products must be a list of objects'],
    ['customers update 101', 'Nothing to update. Pass at least one field option.\n--help lists the options for it.'],
    [`baskets update ${key}`, 'Nothing to update. Pass at least one field option'],
    [`baskets items update ${key} 200`, 'Nothing to update. Pass at least one field option'],
    ['addresses update 301 --customer 101', 'Nothing to update. Pass at least one field option'],
  ] as const;
  test.each(refused)('%s is refused: %s', async (line, said) => {
    await withAnyStore(async ({ run }, seen) => {
      const { code, err } = await run(line);
      expect([code, err.includes(said) ? said : err, seen.length]).toEqual([2, said, 0]);
    });
  });
});

describe('products of a basket', () => {
  const good = [
    [['--product', '206'], [{ uprid: '206' }]],
    [['--product', '206:3'], [{ uprid: '206', quantity: 3 }]],
    [['--product', '206+3-12+4-7:2'], [{ uprid: '206{3}12{4}7', quantity: 2 }]],
    [['--product', '206{3}12{4}7'], [{ uprid: '206{3}12{4}7' }]],
    [['--product', '206%7B3%7D12:1'], [{ uprid: '206{3}12', quantity: 1 }]],
    [
      ['--product', '1', '--product', '2:2'],
      [{ uprid: '1' }, { uprid: '2', quantity: 2 }],
    ],
    [['--custom-product', '12.50:Engraving'], [{ title: 'Engraving', price: 12.5 }]],
    [['--custom-product', '12.50x2:Engraving: "Jo"'], [{ quantity: 2, title: 'Engraving: "Jo"', price: 12.5 }]],
    [['--custom-product', '0x1:Free'], [{ quantity: 1, title: 'Free', price: 0 }]],
  ] as const;
  const commands = ['baskets create', `baskets update ${key}`, `baskets items add ${key}`];
  test.each(commands.flatMap((line) => good.map(([options, expected]) => [line, options, expected] as const)))(
    '%s %j',
    async (line, options, expected) => {
      await withAnyStore(async ({ run }, seen) => {
        const { code, err } = await run(words(line, ...options));
        expect([code, err, JSON.parse(seen[0]?.body ?? 'null')]).toEqual([0, '', { products: expected }]);
      });
    },
  );

  const bad = [
    ['--product', 'x'],
    ['--product', ''],
    ['--product', ':3'],
    ['--product', '206:'],
    ['--product', '206:0'],
    ['--product', '206:1.5'],
    ['--product', '206:x'],
    ['--product', '206+3'],
    ['--product', '206:1:2'],
    ['--custom-product', ''],
    ['--custom-product', 'Engraving'],
    ['--custom-product', '12.50'],
    ['--custom-product', '12.50:'],
    ['--custom-product', '12.50: '],
    ['--custom-product', ':Engraving'],
    ['--custom-product', 'x2:Engraving'],
    ['--custom-product', '12,50:Engraving'],
    ['--custom-product', '12.50x0:Engraving'],
    ['--custom-product', '12.50x:Engraving'],
  ] as const;
  test.each(commands.flatMap((line) => bad.map(([flag, value]) => [line, flag, value] as const)))(
    '%s %s %j is refused',
    async (line, flag, value) => {
      await withAnyStore(async ({ run }, seen) => {
        const { code, err } = await run(words(line, flag, value));
        expect([code, err.includes(`${flag} "${value}" must`), seen.length]).toEqual([2, true, 0]);
      });
    },
  );

  test('every line at fault is named at once', async () => {
    await withAnyStore(async ({ run }) => {
      const { err } = await run(['baskets', 'create', ...bad.flat()]);
      expect(bad.filter(([flag, value]) => !err.includes(`${flag} "${value}"`))).toEqual([]);
    });
  });

  test.each(commands)('%s takes a file of lines as they are, and options come first', async (line) => {
    await inDirectory(async (directory) => {
      const lines = [
        { uprid: '206{3}12', quantity: 2 },
        { title: 'Engraving', price: 12.5 },
      ];
      await writeFile(join(directory, 'lines.json'), JSON.stringify(lines));
      await withAnyStore(async ({ run }, seen) => {
        await run(words(line, '--products-file', 'lines.json', '--product', '200'), { directory });
        expect(JSON.parse(seen[0]?.body ?? 'null')).toEqual({ products: [{ uprid: '200' }, ...lines] });
      });
    });
  });

  test.each([
    ['{}', 'must be a list of objects'],
    ['{"products":[]}', 'must be a list of objects'],
    ['[1]', 'products[0] "1" must be a JSON object'],
    ['[{"uprid":"x"},{"quantity":0,"uprid":"200"}]', 'products[1].quantity "0" must be a whole number'],
    ['nothing', 'is not JSON'],
  ])('a file of lines that holds %s is refused', async (text, said) => {
    await inDirectory(async (directory) => {
      await writeFile(join(directory, 'lines.json'), text);
      await withAnyStore(async ({ run }, seen) => {
        const { code, err } = await run('baskets create --products-file lines.json', { directory });
        expect([code, err.includes(said) ? said : err, seen.length]).toEqual([2, said, 0]);
      });
    });
  });

  test('a file of lines at fault does not hide the options at fault', async () => {
    await withAnyStore(async ({ run }) => {
      const { err } = await run('baskets create --product x --customer-id y --products-file -', {
        stdin: '[{"uprid":"z"}]',
      });
      expect(
        ['--product "x"', '--customer-id "y"', 'products[0].uprid'].filter((place) => !err.includes(place)),
      ).toEqual([]);
    });
  });

  test('every member of a line is tested here', () => {
    expect(Object.entries(newLine.members).map(([name, { kind }]) => [name, kind.name])).toEqual([
      ['uprid', 'uprid'],
      ['quantity', 'count'],
      ['title', 'text'],
      ['price', 'money'],
    ]);
  });
});

describe('a password', () => {
  const secret = 'S3cret "ü" $x\\';
  const create = 'customers create --email-address a@b.example --first-name A --last-name B';

  test.each([create, 'customers update 101'])('%s refuses it as an argument, and does not repeat it', async (line) => {
    await withAnyStore(async ({ run }, seen) => {
      const { code, out, err } = await run(words(line, '--password', secret));
      expect([
        code,
        out,
        err.includes('A password is not taken as an argument'),
        err.includes('S3cret'),
        seen.length,
      ]).toEqual([2, '', true, false, 0]);
    });
  });

  test.each([create, 'customers update 101'])(
    '%s sends it from standard input, without the line break at its end',
    async (line) => {
      await withAnyStore(async ({ run }, seen) => {
        const outcomes = [
          await run(`${line} --password-stdin`, { stdin: `${secret}\n` }),
          await run(`${line} --password-stdin --verbose`, { stdin: `${secret}\r\n` }),
        ];
        expect(seen.map(({ body }) => JSON.parse(body).password)).toEqual([secret, secret]);
        expect(outcomes.filter(({ code, out, err }) => code !== 0 || `${out}${err}`.includes('S3cret'))).toEqual([]);
      });
    },
  );

  test.each(['--dry-run', '--curl', '--dry-run --verbose', '--curl --verbose'])('is masked in %s', async (option) => {
    await withAnyStore(async ({ run }, seen) => {
      const typed = await run(`${create} --password-stdin ${option}`, { stdin: secret });
      const fromBody = await run(`customers update 101 --body - ${option}`, {
        stdin: JSON.stringify({ password: secret }),
      });
      expect(
        [typed, fromBody].map(({ code, out, err }) => [
          code,
          /"password": ?"\*\*\*"/.test(out),
          `${out}${err}`.includes('S3cret'),
        ]),
      ).toEqual([
        [0, true, false],
        [0, true, false],
      ]);
      expect(seen.length).toBe(0);
    });
  });

  test('that the store says back is not printed', async () => {
    await withStore(
      (_, response) => json(response, 422, { message: `The password ${secret} is too weak` }),
      async ({ run }) => {
        const { err } = await run(`${create} --password-stdin`, { stdin: secret });
        expect(err).not.toContain('S3cret');
      },
    );
  });

  test.each([
    ['--password-stdin', '', 'There is no password on standard input.'],
    ['--password-stdin', '\n', 'There is no password on standard input.'],
    ['--password-stdin --body -', '{}', 'both read standard input'],
  ])('%s with %j on standard input is refused', async (options, stdin, said) => {
    await withAnyStore(async ({ run }, seen) => {
      const { code, err } = await run(`${create} ${options}`, { stdin });
      expect([code, err.includes(said), seen.length]).toEqual([2, true, 0]);
    });
  });
});
