import { describe, expect, test } from 'vitest';
import { shopCli } from '../support/run.ts';
import { runInSandbox, serveSandbox } from '../support/store.ts';

const create =
  'addresses create --customer 101 --first-name A --last-name B --zipcode 1 --city C --country BE --dry-run'.split(' ');
const update = 'addresses update 301 --customer 101 --dry-run'.split(' ');

const weg = { streetAddress: 'Kerkweg', houseNumber: 5 };

describe('a house number that is typed into the street is read as in a file', () => {
  test.each([
    [['Kerkweg 5'], weg],
    [['Kerkweg  5', '--house-number', '5'], weg],
    [['Kerkweg 5a'], { ...weg, houseNumberExtension: 'a' }],
    [['Kerkweg 5a', '--house-number', '5'], { ...weg, houseNumberExtension: 'a' }],
    [['Kerkweg 5', '--house-number', '5a'], { ...weg, houseNumberExtension: 'a' }],
    [['Kerkweg 5', '--house-number-extension', 'a'], { ...weg, houseNumberExtension: 'a' }],
    [['9 rue Lepic'], { streetAddress: 'rue Lepic', houseNumber: 9 }],
    [['Plein 1945', '--house-number', '5'], { streetAddress: 'Plein 1945', houseNumber: 5 }],
    [['Rue du 8 mai 1945', '--house-number', '5'], { streetAddress: 'Rue du 8 mai 1945', houseNumber: 5 }],
    [['Straße des 17. Juni', '--house-number', '5'], { streetAddress: 'Straße des 17. Juni', houseNumber: 5 }],
  ])('%j', async (typed, read) => {
    const created = await shopCli([...create, '--street-address', ...typed]);
    const updated = await shopCli([...update, '--street-address', ...typed]);
    const { firstName: _, lastName: __, zipcode: ___, city: ____, country: _____, ...body } = bodyOf(created.out);
    expect(body).toEqual(read);
    // Another number does not keep the extension of the address.
    expect(bodyOf(updated.out)).toEqual({ houseNumberExtension: '', ...read });
  });

  const bodyOf = (out: string): Readonly<Record<string, unknown>> => (out === '' ? {} : JSON.parse(out).body);
});

describe('a range of house numbers, or a door behind a stroke, is written as one number', () => {
  test.each([
    ['Kerkweg 5-7', '5-7'],
    ['Kerkweg 12 / 13', '12/13'],
    ['Kerkweg 12/3', '12/3'],
    ['Kerkweg 12+14', '12+14'],
    ['Kerkweg 12-2', '12 2'],
    ['Kerkweg 12-hs', '12 hs'],
  ])('%s', async (typed, number) => {
    const { run } = await serveSandbox();
    const line = 'addresses update 301 --customer 101 --street-address';
    await run([...line.split(' '), typed]);
    const page = await run('addresses get 301 --customer 101');
    const table = await run('addresses list --customer 101');
    const record = JSON.parse((await run('addresses get 301 --customer 101 --json')).out);
    expect([page.out, table.out, record.addressFormat]).toEqual(
      [page.out, table.out, record.addressFormat].map(() => expect.stringContaining(`Kerkweg ${number}`)),
    );
    expect(page.out).not.toContain('Extension');
  });
});

describe('a street that contradicts the house number is refused', () => {
  test.each([
    [
      ['Kerkweg 7', '--house-number', '5'],
      '--street-address "Kerkweg 7" ends in a different house number from --house-number: correct one of the two.',
    ],
    [
      ['Weg 5', '--house-number', '5'],
      '--street-address "Weg 5" has the number of --house-number as well: remove one of the two.',
    ],
    [
      ['Kerkweg 5 flat 3 block', '--house-number', '5'],
      '--street-address "Kerkweg 5 flat 3 block" has the number of --house-number as well: remove one of the two.',
    ],
    [
      ['Kerkweg 5a', '--house-number', '5', '--house-number-extension', 'b'],
      '--street-address "Kerkweg 5a" ends in a different house number from --house-number: correct one of the two.',
    ],
    [
      ['Kerkweg 5a', '--house-number-extension', 'b'],
      '--house-number-extension "b" is not the extension behind the house number.',
    ],
  ])('%j', async (typed, message) => {
    const refused = { code: 2, out: '', err: `Error: ${message}\n` };
    expect(await shopCli([...create, '--street-address', ...typed])).toEqual(refused);
    expect(await shopCli([...update, '--street-address', ...typed])).toEqual(refused);
  });
});

test.each(['Plein 1945', 'Rue du 8 mai 1945'])(
  'where the number of "%s" cannot be told, it is asked for',
  async (street) => {
    const message = `--street-address "${street}" can be read in two ways: pass the house number with --house-number.`;
    const refused = { code: 2, out: '', err: `Error: ${message}\n` };
    expect(await shopCli([...create, '--street-address', street])).toEqual(refused);
    expect(await shopCli([...update, '--street-address', street])).toEqual(refused);
  },
);

test('a street with more behind its number does not get the number of the address as well', async () => {
  const street = 'Industrieweg 10-12 hal C';
  const message = `--street-address "${street}" has a house number and more: pass them with --house-number and --house-number-extension.`;
  const refused = { code: 2, out: '', err: `Error: ${message}\n` };
  expect(await shopCli([...create, '--street-address', street])).toEqual(refused);
  expect(await shopCli([...update, '--street-address', street])).toEqual(refused);
});

test('a street without a number leaves that of the address, and a new address needs one', async () => {
  const { code, err } = await shopCli([...create, '--street-address', 'Straße des 17. Juni']);
  expect([code, err]).toEqual([2, expect.stringContaining('Missing option: --house-number')]);
  const { out } = await shopCli([...update, '--street-address', 'Straße des 17. Juni']);
  expect(JSON.parse(out).body).toEqual({ streetAddress: 'Straße des 17. Juni' });
});

test('a number in a body goes with a street that is typed', async () => {
  const typed = ['--street-address', 'Plein 1945', '--body', '-'];
  const created = await shopCli([...create, ...typed], { stdin: '{"houseNumber":5}' });
  expect(JSON.parse(created.out).body).toMatchObject({ streetAddress: 'Plein 1945', houseNumber: 5 });
  const updated = await shopCli([...update, ...typed], { stdin: '{"houseNumber":5}' });
  expect(JSON.parse(updated.out).body).toEqual({ streetAddress: 'Plein 1945', houseNumber: 5 });
});

describe('that the number stays is among the changes of a street', () => {
  test('of one address', async () => {
    const { run } = await serveSandbox();
    await run('addresses update 301 --customer 101 --house-number 12a');
    const { changes } = await run('addresses update 301 --customer 101 --street-address Dorpsweg');
    expect(changes).toMatch(
      /Street +Domplein +→ +Dorpsweg\n +House number +12 +\(unchanged\)\n +Extension +a +\(unchanged\)\n/,
    );
  });

  test.each(['', ' --dry-run'])('of a file, and before one is sent%s', async (more) => {
    const line = 'addresses update --from - --yes';
    const { err } = await runInSandbox(`${line}${more}`, { stdin: 'customerId,id,street\n101,301,Dorpsweg\n' });
    if (more !== '') expect(err).toMatch(/Street +Domplein +→ +Dorpsweg\n +House number +4 +\(unchanged\)\n/);
    const single = await runInSandbox('addresses update 301 --customer 101 --street-address Dorpsweg --dry-run');
    expect(single.changes).toMatch(/House number +4 +\(unchanged\)\n$/);
  });

  test('where it changes too, both are', async () => {
    const { run } = await serveSandbox();
    await run('addresses update 301 --customer 101 --house-number 110a');
    const { changes } = await run('addresses update 301 --customer 101 --house-number 5b');
    expect(changes).toMatch(/House number +110 +→ +5\n +Extension +a +→ +b\n/);
  });
});
