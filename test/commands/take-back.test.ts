import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { json, type SeenRequest, serveSandbox, serveStore } from '../support/store.ts';

const people = 'email,firstName,lastName\njo@shop.test,Jo,Vries\nann@shop.test,Ann,Bakker\nbo@shop.test,Bo,Smit\n';

/** A sandbox into which three people were imported, with the results in r.csv. */
async function imported(more = '--results r.csv') {
  const store = await serveSandbox();
  const directory = ownDirectory({ 'people.csv': people });
  const ended = await store.run(`customers import people.csv --journal j.db ${more}`, { directory });
  const run = (line: string) => store.run(line, { directory });
  const results = () => readFileSync(join(directory, 'r.csv'), 'utf8');
  const change = (to: (text: string) => string | Uint8Array) => writeFileSync(join(directory, 'r.csv'), to(results()));
  const ids = results()
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[3] ?? '');
  return { ...store, run, directory, ended, results, change, ids };
}

const file = `customerId,email,firstName,lastName,street,houseNumber,zipcode,city,country
101,,Jo,Vries,Dam,1,1012 JS,Gouda,NL
,jo@shop.test,Jo,Vries,Dam,3 a,1012 JS,Gouda,NL
`;

/** The same, where addresses of two customers were imported: of one by ID, and of the other by e-mail address. */
async function importedAddresses() {
  const store = await serveSandbox();
  const directory = ownDirectory({ 'people.csv': people, 'addresses.csv': file });
  const run = (line: string) => store.run(line, { directory });
  await run('customers import people.csv --journal j.db --results people-r.csv');
  const ended = await run('addresses import addresses.csv --journal j.db --results r.csv');
  const results = () => readFileSync(join(directory, 'r.csv'), 'utf8');
  const change = (to: (text: string) => string) => writeFileSync(join(directory, 'r.csv'), to(results()));
  const rows = [...results().matchAll(/created,(\d*),(\d+),/g)];
  const [first, second] = rows.map(([, customer = '', id = '']) => ({ customer, id }));
  return { run, ended, change, first, second };
}

describe('addresses delete --from takes an import back', () => {
  test('of customers that the file names by ID or by e-mail address; then the customers can be deleted', async () => {
    const { run, ended, second } = await importedAddresses();
    expect(ended.err).toContain('To undo this import: shop-cli addresses delete --from r.csv\n');
    const kept = await run('customers delete --from people-r.csv --yes');
    expect([kept.code, kept.err]).toEqual([
      7,
      expect.stringMatching(
        new RegExp(
          `first run: shop-cli addresses delete --from[^]*Kept: customer ${second?.customer} has 1 address\\.`,
        ),
      ),
    ]);
    const { code, closing, err } = await run('addresses delete --from r.csv --yes');
    expect([code, closing], err).toEqual([0, '✓ Deleted 2 addresses']);
    expect((await run('customers delete --from people-r.csv --yes')).closing).toBe(
      '✓ Deleted 1 customer; 2 were already gone',
    );
  });

  test('an ID of another address of the same customer, and an address that moved, are kept and named', async () => {
    const { run, change, first, second } = await importedAddresses();
    await run(`addresses update ${second?.id} --customer ${second?.customer} --house-number 5 --yes`);
    change((text) => text.replace(`,101,${first?.id},`, ',101,301,'));
    const { code, err } = await run('addresses delete --from r.csv --yes');
    expect([code, err]).toEqual([7, expect.stringContaining(`Deleted 0 addresses; 2 were kept: 301, ${second?.id}.`)]);
    expect(err).toContain(
      '301 of customer 101 is not what line 2 says: the name, the postcode or the house number differs',
    );
    expect((await run('addresses get 301 --customer 101')).code).toBe(0);
  });

  test('an address that a basket with an order names is kept, and others of the customer are not', async () => {
    const { run, first } = await importedAddresses();
    const order = async (address: string | undefined) => {
      const at = `--billing-address-id ${address} --delivery-address-id ${address}`;
      const basket = (await run(`baskets create --customer 101 ${at} --product LMP-101 -q`)).out.trim();
      return (await run(`orders create --basket ${basket} --yes -q`)).out.trim();
    };
    const other = await order('301');
    const id = await order(first?.id);
    const { code, err } = await run('addresses delete --from r.csv --yes');
    expect([code, other, id]).toEqual([7, expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)]);
    expect(err).toContain(`Kept: address ${first?.id} of customer 101 has order ${id}.`);
    expect(err).toContain('Deleted 1 address; 1 was kept');
  });

  test('a row whose customer is not known deletes nothing', async () => {
    const { run, change, second } = await importedAddresses();
    change((text) => text.replace(`,${second?.customer},${second?.id},`, `,,${second?.id},`));
    const { code, err } = await run('addresses delete --from r.csv --yes');
    expect([code, err]).toEqual([2, expect.stringContaining('has no customerId in line 3. Nothing was deleted.')]);
  });
});

describe('customers delete --from takes an import back', () => {
  test('its end says how, and the same command again finds them gone', async () => {
    const { run, ended, ids } = await imported();
    expect(ended.err).toContain('To undo this import: shop-cli customers delete --from r.csv\n');
    const { code, out } = await run('customers delete --from r.csv --yes --json');
    expect([code, JSON.parse(out)]).toEqual([0, ids.map((deleted) => ({ deleted, evidence: 'answered' }))]);
    const again = await run('customers delete --from r.csv --yes');
    expect([again.code, again.closing]).toEqual([0, '✓ Deleted 0 customers; 3 were already gone']);
  });

  test('not in the table of results for people, and not after an import that created nobody', async () => {
    const { run } = await imported();
    const again = await run('customers import people.csv --journal j.db --results r.csv');
    expect(again.err).not.toContain('undo this import');
    const deletion = await run('customers delete --from r.csv --yes');
    expect([deletion.code, deletion.err]).toEqual([
      0,
      expect.stringContaining('Rows that created nothing are left alone: 3 existing.'),
    ]);
    expect(deletion.err).toContain('No row says that its record was created. Nothing was deleted.');
  });

  test.each([
    [
      'semicolons and a byte order mark',
      (text: string) => `\ufeff${text.replaceAll(',', ';').replaceAll('\n', '\r\n')}`,
    ],
    ['UTF-16', (text: string) => Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le')],
    ['IDs in quotes', (text: string) => text.replace(/,(\d+),,/g, ',"$1",,')],
    ['a column less', (text: string) => text.replace(/^\d+,|^line,/gm, '')],
  ])('saved again by a spreadsheet: %s', async (_, saved) => {
    const { run, change } = await imported();
    change(saved);
    const { code, closing, err } = await run('customers delete --from r.csv --yes');
    expect([code, closing], err).toEqual([0, '✓ Deleted 3 customers']);
  });

  test('by a workbook too', async () => {
    const { run } = await imported('--results r.csv');
    await run('customers delete --from r.csv --yes');
    await run('customers import people.csv --journal k.db --results r.xlsx');
    const { code, closing, err } = await run('customers delete --from r.xlsx --yes');
    expect([code, closing], err).toEqual([0, '✓ Deleted 3 customers']);
  });

  test('only the rows that are left in the file', async () => {
    const { run, change, ids } = await imported();
    change((text) => text.split('\n').slice(0, 2).join('\n'));
    expect((await run('customers delete --from r.csv --yes')).closing).toBe('✓ Deleted 1 customer');
    expect((await run(`customers get ${ids[1]}`)).code).toBe(0);
  });

  test('an ID that was changed by hand, and a customer who changed the e-mail address, are kept and named', async () => {
    const { run, change, ids } = await imported();
    change((text) => text.replace(`,${ids[0]},`, ',101,'));
    await run(`customers update ${ids[1]} --email-address other@shop.test --yes`);
    const { code, out, err } = await run('customers delete --from r.csv --yes --json');
    expect([code, JSON.parse(out)]).toEqual([
      7,
      [
        { kept: '101', reason: 'is not what line 2 says: the e-mail address differs', evidence: 'read' },
        { kept: ids[1], reason: 'is not what line 3 says: the e-mail address differs', evidence: 'read' },
        { deleted: ids[2], evidence: 'answered' },
      ],
    ]);
    expect(err).toContain('Kept: customer 101 is not what line 2 says: the e-mail address differs.');
    expect(err).toContain('To delete one that was kept, pass its ID.');
    expect((await run('customers get 101')).code).toBe(0);
  });

  test('a customer with an order, and one with an address, are kept and named', async () => {
    const { run, ids } = await imported();
    const [first, second] = ids;
    const street =
      '--first-name Jo --last-name Vries --street-address Dam --house-number 1 --zipcode 1012JS --city Gouda --country NL';
    await run(`addresses create --customer ${first} ${street}`);
    const basket = (await run(`baskets create --customer ${second} --product LMP-101 -q`)).out.trim();
    const created = await run(`orders create --basket ${basket} --yes -q`);
    const order = created.out.trim();
    const { code, err } = await run('customers delete --from r.csv --yes');
    expect([code, order], created.err + err).toEqual([7, expect.stringMatching(/^\d+$/)]);
    expect(err).toContain(`Kept: customer ${first} has 1 address.`);
    expect(err).toContain(`Kept: customer ${second} has order ${order}.`);
    expect(err).toContain(`Deleted 1 customer; 2 were kept: ${first}, ${second}.`);
  });

  test('--dry-run reads, counts and shows the requests, and deletes nobody', async () => {
    const { run, ids } = await imported();
    const { code, out, err } = await run('customers delete --from r.csv --dry-run');
    expect([code, out.match(/"method": "DELETE"/g)?.length]).toEqual([0, 3]);
    expect(err).toMatch(/Would delete 3 customers on \S+: \d+ \(Jo Vries.*\), /);
    expect(err).toContain('no basket refers to an order for it');
    expect((await run(`customers get ${ids[0]}`)).code).toBe(0);
  });

  test.each([
    [
      'of a rehearsal',
      (text: string) => text.replace(/127\.0\.0\.1:\d+/g, 'sandbox'),
      'is from another store: line 2 was created in sandbox, not in ',
    ],
    ['without a store', (text: string) => text.replace(/,127\.0\.0\.1:\d+|,store/g, ''), 'has no column store'],
    [
      'of an update',
      () => 'line,customerId,outcome,message,evidence\n2,101,changed,,read\n',
      'has the outcomes of an update, which created nothing.',
    ],
    [
      'of products',
      (text: string) => text.replace('customerId', 'productId'),
      'has a column productId, so it is not from an import of customers.',
    ],
    [
      'of addresses',
      (text: string) => text.replace('message', 'addressId'),
      'has a column addressId, so it is not from an import of customers.',
    ],
    ['whose key was removed', (text: string) => text.replace('jo@shop.test', ''), 'has no key in line 2.'],
    [
      'with an ID that is none',
      (text: string) => text.replace(/,\d+,,/, ',1E+02x,,'),
      'r.csv, line 2: customerId "1E+02x"',
    ],
  ])('a file %s deletes nobody', async (_, changed, message) => {
    const { run, change, ids } = await imported();
    change(changed);
    const { code, err } = await run('customers delete --from r.csv --yes');
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).toContain('Nothing was deleted.');
    expect((await run(`customers get ${ids[0]}`)).code).toBe(0);
  });

  test.each([
    ['customers delete --from r.csv', 'Refusing to delete without confirmation.'],
    ['customers delete 101 --from r.csv --yes', 'Use either IDs or the results of an import'],
    ['customers delete --from r.csv --curl', '--curl cannot show what is deleted'],
    ['addresses delete --from r.csv --customer 101 --yes', 'Use either --customer or the results of an import'],
    ['addresses delete --from r.csv --yes', 'has no column addressId'],
  ])('is refused before anything is sent: %s', async (line, message) => {
    const { run } = await imported();
    const { code, err } = await run(line);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('a customer who cannot be read is not deleted, and a store whose baskets cannot be read deletes nobody', async () => {
    const results = (url: string) => `key,outcome,customerId,store\na@b.nl,created,7,${url}\nc@b.nl,created,8,${url}\n`;
    const answer = (path: string): [number, unknown] => {
      if (path.endsWith('/customers/7')) return [200, { customerId: '7', emailAddress: 'a@b.nl' }];
      if (path.endsWith('/customers/8')) return [409, { error: { message: 'locked' } }];
      return path.endsWith('/addresses') ? [200, []] : [200, [{ basketKey: 'x', customerId: '7' }]];
    };
    const seen: SeenRequest[] = [];
    const { run, url } = await serveStore((request, response) => {
      seen.push(request);
      const [status, body] = answer(request.path);
      json(response, status, body);
    });
    const directory = ownDirectory({ 'r.csv': results(new URL(url).host) });
    const { code, err } = await run('customers delete --from r.csv --yes --retries 0', { directory });
    expect([code, seen.filter(({ method }) => method === 'DELETE')], err).toEqual([5, []]);
    expect(err).toContain('do not say which of them are ordered');
  });
});
