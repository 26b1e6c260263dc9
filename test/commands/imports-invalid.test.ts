import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSqlite } from '../../src/system/sqlite.ts';
import { type Product, refusingAfter, serveShop, storeOf } from '../import/product-store.ts';
import { isThorough } from '../support/thorough.ts';

/** A store that refuses one of its products. */
const refusing = (refused: string) => storeOf([], (sku) => ({ status: sku === refused ? 422 : 201 }));

const text = [
  'sku,name,price,quantity',
  'A,Lamp,12.50,1',
  'B,Chair,1O.50,many',
  'C,Desk,3.00,2',
  'D,Shelf,4.00,3',
  'D,Shelf again,4.00,3',
  ',Nameless,1.00,1',
  '',
].join('\n');

describe('imports show', () => {
  test('lists the invalid rows that an import skipped among the others, by line', async () => {
    const { run, ask } = await serveShop(text, refusing('C'));
    expect((await run('--skip-invalid')).code).toBe(7);
    const { problems, invalid } = JSON.parse((await ask('imports show --json')).out);
    expect(invalid).toBe(4);
    expect(problems).toMatchObject([
      { line: 3, key: 'B', outcome: 'invalid', field: 'price', message: expect.stringMatching(/^must be an amount/) },
      { line: 3, key: 'B', outcome: 'invalid', field: 'quantity', message: expect.stringMatching(/^must be a/) },
      { line: 4, key: 'C', outcome: 'rejected', field: null, message: expect.stringContaining('refused C') },
      { line: 5, key: 'D', outcome: 'invalid', field: 'sku', message: 'duplicate SKU, also on line 6' },
      { line: 6, key: 'D', outcome: 'invalid', field: 'sku', message: 'duplicate SKU, also on line 5' },
      { line: 7, key: null, outcome: 'invalid', field: null, message: expect.stringMatching(/^no SKU/) },
    ]);
    const { out, err } = await ask('imports show', { terminal: 120 });
    expect([out.match(/ invalid /g)?.length, err]).toEqual([5, '']);
  });

  test('says which mark an amount must have, as the import said', async () => {
    const { run, ask } = await serveShop('sku;name;price\nA;Lamp;12,50\nB;Desk;1.2.3,50\n', storeOf());
    await run('--skip-invalid --decimal ,');
    const { problems } = JSON.parse((await ask('imports show --json')).out);
    expect(problems[0].message).toBe('must be an amount with the decimal mark ",", such as 12,50');
  });

  test.runIf(isThorough)('has them once after the import was continued, and none once it is deleted', async () => {
    const products: Product[] = [];
    const { limit, behaviour } = refusingAfter(1, products, storeOf(products));
    const { run, ask, directory } = await serveShop(text, behaviour);
    expect((await run('--skip-invalid')).code).not.toBe(0);
    const problems = async () => JSON.parse((await ask('imports show --json')).out).problems;
    const before = (await problems()).filter(({ outcome }: { outcome: string }) => outcome === 'invalid');
    limit.most = 9;
    const continued = await run('--skip-invalid');
    expect([continued.code, continued.err]).toEqual([7, expect.stringContaining('Continuing import 1')]);
    expect([before.length, await problems()]).toEqual([5, before]);
    await ask('imports delete 1 --yes');
    const database = await openSqlite(join(directory, 'j.db'));
    expect(database.get('SELECT count(*) AS rows FROM invalid_rows')).toEqual({ rows: 0 });
    database.close();
    await run('--skip-invalid');
    expect((await problems()).length).toBe(5);
  });

  test('says of an import by an earlier version that it has only their number', async () => {
    const { run, ask, changeJournal } = await serveShop(text, storeOf());
    await run('--skip-invalid');
    await changeJournal('DROP TABLE invalid_rows; PRAGMA user_version = 10');
    const { code, err } = await ask('imports show');
    expect([code, err]).toEqual([
      0,
      'The 4 invalid rows cannot be listed: an earlier version of shop-cli noted only how many there are.\n',
    ]);
    expect(JSON.parse((await ask('imports show --json')).out)).toMatchObject({ invalid: 4, problems: [] });
    expect((await run('--skip-invalid')).code).toBe(7);
    expect((await ask('imports show')).err).toBe('');
  });

  test.runIf(isThorough)('lists the first thousand with one fault, and says so', async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => `S-${at},Lamp ${at},${at === 0 ? '1.00' : `x${at}`}\n`);
    const { run, ask } = await serveShop(`sku,name,price\n${rows.join('')}`, storeOf());
    await run('--skip-invalid');
    expect(JSON.parse((await ask('imports show --json')).out).problems.length).toBe(1000);
    expect((await ask('imports show')).err).toBe(
      'Of the 2,499 invalid rows, the first 1,000 are listed. To find all: shop-cli products import <file> --dry-run\n',
    );
  });
});

test('the journal has nothing that the cells of invalid rows say, but for keys', async () => {
  const rows = [
    'sku,ean,name,price,quantity,status',
    'A,,Lamp,12.50,1,online',
    'B,,Chair,4711.4711x,4711471,online',
    'C,,Desk,"4.711,4711,1",4,online',
    'D,,Shelf,0.47114711471147114711471147114711471147,1,online',
    'E,,Bed,"Jan ""4711"" de Vries",1,online',
    'F,,Sofa,1.00,"4711 ""x"" Secretstreet",online',
    'G,,Rug,1.00,1,4711-status: a (b',
    'H, 4711471147110 ,Mat,1.00,1,online',
    'I,4.71147E+12,Mat,1.00,1,online',
    'J,,Pot 4711,1.00,1,online,4711',
    'K,,"4711\u0000name",1.00,1,online',
    'L,,Cup,EUR 4711.47114711471147,1,online',
    'M,,Cup,"4711,471",1,online',
  ];
  const { run, directory } = await serveShop(`${rows.join('\n')}\n`, storeOf());
  const { report } = await run('--skip-invalid');
  const bytes = readFileSync(join(directory, 'j.db'), 'latin1');
  expect(report.invalid).toBeGreaterThan(9);
  expect(bytes).toContain('must be');
  expect(bytes.match(/4711[^\0]*|Vries|Secretstreet|Jan/g)).toBeNull();
});
