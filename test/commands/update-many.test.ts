import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answers } from '../support/replies.ts';
import { canary, ownDirectory, shopCli } from '../support/run.ts';
import {
  customersIn,
  type Passage,
  type SeenRequest,
  type ServedStore,
  serveSandboxBehind,
  serveStore,
  type TestStore,
} from '../support/store.ts';
import { isThorough, sampled } from '../support/thorough.ts';

// Changes of customers and addresses from a file, against the real embedded store.

/** The first data, behind a gateway that lets everything pass unless said otherwise. */
const shop = (passage: (request: SeenRequest, count: number) => Passage = () => 'forward'): Promise<ServedStore> =>
  serveSandboxBehind(passage, {});

/** One that nothing should reach. */
const noShop = (): Promise<ServedStore> => serveStore(answers(500, {}));

/** Does this with the first requests that change something, and forwards all others. */
const withFirst = (...passages: readonly Passage[]): (() => Promise<ServedStore>) => {
  let count = 0;
  return () => shop(({ method }) => (method === 'PATCH' ? (passages[count++] ?? 'forward') : 'forward'));
};

const patches = ({ seen }: Pick<ServedStore, 'seen'>): readonly (readonly [path: string, body: unknown])[] =>
  seen
    .filter(({ method }) => method === 'PATCH')
    .map(({ path, body }) => [path.replace('/api/v2/', ''), JSON.parse(body)] as const);

const phoneOf = async ({ run }: TestStore, id: number): Promise<unknown> =>
  JSON.parse((await run(`customers get ${id} --json`)).out).phoneNumber;

interface Updated {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly changes?: string;
  readonly closing?: string;
  /** The file of results. */
  readonly results: string;
}

/** Updates customers from a file in this directory, with a file of results. */
async function update({ run }: TestStore, file: string, more = '', noun = 'customers'): Promise<Updated> {
  const directory = ownDirectory({ 'changes.csv': file });
  const line = `${noun} update --from changes.csv --yes --results results.csv ${more}`;
  const outcome = await run(line, { directory });
  const path = join(directory, 'results.csv');
  return { ...outcome, results: readIfThere(path) };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const three = 'customerId,phoneNumber\n101,030-1\n102,030-2\n103,030-3\n';
const allChanged =
  'line,customerId,outcome,message,evidence\n2,101,changed,,read\n3,102,changed,,read\n4,103,changed,,read\n';
const noneChanged = allChanged.replaceAll('changed', 'unchanged');

describe('customers update --from', () => {
  test('changes what differs, and nothing when it is repeated', async () => {
    const store = await shop();
    const first = await update(store, three);
    expect([first.code, first.closing, first.results]).toEqual([0, '✓ Updated 3 customers', allChanged]);
    expect(patches(store)).toEqual([
      ['customers/101', { phoneNumber: '030-1' }],
      ['customers/102', { phoneNumber: '030-2' }],
      ['customers/103', { phoneNumber: '030-3' }],
    ]);
    expect(await Promise.all([101, 102, 103].map((id) => phoneOf(store, id)))).toEqual(['030-1', '030-2', '030-3']);
    const again = await update(store, three);
    expect([again.code, again.closing, again.results, patches(store).length]).toEqual([
      0,
      '✓ Updated 0 customers; 3 unchanged',
      noneChanged,
      3,
    ]);
  });

  test('sends the fields that differ alone, and an empty cell is nothing', async () => {
    const store = await shop();
    const file = 'Klant-ID;E-mailadres;Voornaam;TELEFOON\n101;sanne.dewit@example.com;Sanna;\n102;;;\n';
    expect((await update(store, file)).code).toBe(0);
    expect(patches(store)).toEqual([['customers/101', { firstName: 'Sanna' }]]);
  });

  test('an e-mail address in other letters is a change', async () => {
    const store = await shop();
    await update(store, 'customerId,emailAddress\n101,Sanne.deWit@example.com\n');
    expect(patches(store)).toEqual([['customers/101', { emailAddress: 'Sanne.deWit@example.com' }]]);
  });

  test('--empty clears clears what may be cleared, and nothing that is clear', async () => {
    const store = await shop();
    const file = 'customerId,phoneNumber,faxNumber\n101,,\n102,030-2,\n';
    expect((await update(store, file, '--empty clears')).code).toBe(0);
    expect(patches(store)).toEqual([
      ['customers/101', { phoneNumber: '' }],
      ['customers/102', { phoneNumber: '030-2' }],
    ]);
    const required = await update(store, 'customerId,lastName\n101,\n', '--empty clears');
    expect([required.code, required.err]).toEqual([
      2,
      expect.stringContaining('changes.csv, line 2: lastName is required and cannot be cleared'),
    ]);
  });

  test('prints a row for each to programs, and with --quiet the IDs of those that were changed', async () => {
    const store = await shop();
    const file = 'customerId,phoneNumber\n101,030-1\n9999,030-2\n';
    const asJson = await update(store, file, '--json');
    expect([asJson.code, JSON.parse(asJson.out)]).toEqual([
      7,
      [
        { line: 2, customerId: 101, outcome: 'changed', message: '', evidence: 'read' },
        { line: 3, customerId: 9999, outcome: 'failed', message: 'not found', evidence: 'read' },
      ],
    ]);
    expect((await update(store, three, '--quiet')).out).toBe('102\n103\n');
  });

  test.each([
    ['UTF-16', Buffer.from('\ufeffcustomerId\tlastName\n103\tKöhlér\n', 'utf16le')],
    ['Windows-1252', Buffer.from('customerId;lastName\n103;Köhlér\n', 'latin1')],
    ['UTF-8 with a mark and Windows ends', Buffer.from('\ufeffcustomerId,lastName\r\n103,Köhlér\r\n')],
  ])('reads %s from standard input', async (_, stdin) => {
    const store = await shop();
    expect((await store.run('customers update --from - --yes', { stdin })).code).toBe(0);
    expect(patches(store)).toEqual([['customers/103', { lastName: 'Köhlér' }]]);
  });

  test.runIf(isThorough)('takes what other commands print, in CSV and in a workbook', async () => {
    const store = await shop();
    const directory = ownDirectory();
    for (const file of ['made.csv', 'made.xlsx']) {
      const get = 'customers get 101 102 103 --fields customerId,firstName,lastName,emailAddress,phoneNumber';
      await store.run(`${get} --output-file ${file}`, { directory });
      const { code, closing } = await store.run(`customers update --from ${file} --yes`, { directory });
      expect([code, closing, patches(store)]).toEqual([0, '✓ Updated 0 customers; 3 unchanged', []]);
    }
  });
});

describe('an answer that is lost', () => {
  sampled(3).each([
    ['forward and hang up', 3],
    ['forward and answer 500', 3],
    ['hang up', 4],
    ['answer 503', 4],
  ] as const)('%s: the record is read, and changed again only if it still differs', async (passage, sent) => {
    const store = await withFirst(passage)();
    const { code, results } = await update(store, three);
    expect([code, results, patches(store).length]).toEqual([0, allChanged, sent]);
    expect(await Promise.all([101, 102, 103].map((id) => phoneOf(store, id)))).toEqual(['030-1', '030-2', '030-3']);
  });

  test('each time is a failure of its row alone, which says that it may have been changed', async () => {
    const store = await shop(({ method, path }) =>
      method === 'PATCH' && path.endsWith('/102') ? 'hang up' : 'forward',
    );
    const { code, results, err } = await update(store, three);
    expect([code, results]).toEqual([
      7,
      allChanged.replace('3,102,changed,,read', '3,102,failed,no clear answer: it may have been changed,none'),
    ]);
    expect(err).toContain('Updated 2 customers; 1 failed: 102. To try these again, rerun the same command.');
  });
});

test('a 429 is waited for, and is no failure', async () => {
  const store = await withFirst('answer 429', 'answer 429', 'answer 429')();
  const { code, results } = await update(store, three);
  expect([code, results, patches(store).length]).toEqual([0, allChanged, 6]);
});

describe('a row that fails keeps no other from being changed', () => {
  test('because there is no such customer: it is named, and nothing is sent for it', async () => {
    const store = await shop();
    const { code, results, err } = await update(store, three.replace('102', '9999'));
    expect([code, results]).toEqual([7, allChanged.replace('3,102,changed,,read', '3,9999,failed,not found,read')]);
    expect(err).toContain('Not updated: customer 9999, line 3. No customer 9999 on shop.test.');
    expect(patches(store).map(([path]) => path)).toEqual(['customers/101', 'customers/103']);
  });

  test('because it is deleted meanwhile', async () => {
    const store = await shop(({ method, path }) =>
      method === 'PATCH' && path.endsWith('/102') ? 'answer 404' : 'forward',
    );
    const { code, results } = await update(store, three);
    expect([code, results]).toEqual([7, allChanged.replace('3,102,changed,,read', '3,102,failed,not found,said')]);
  });

  test('because the store refuses it: its words are at the terminal, and not in the file', async () => {
    const store = await shop(({ method, path }) =>
      method === 'PATCH' && path.endsWith('/102') ? 'answer 422' : 'forward',
    );
    const { code, results, err } = await update(store, three);
    expect([code, results]).toEqual([7, allChanged.replace('3,102,changed,,read', '3,102,failed,refused (422),said')]);
    expect(err).toContain('Not updated: customer 102, line 3. The store shop.test refused the request (422): not now');
  });

  test('all of them missing is said, since the IDs may be those of other records', async () => {
    const { code, err } = await update(await shop(), 'customerId,phoneNumber\n8001,1\n8002,2\n');
    expect([code, err]).toEqual([7, expect.stringContaining('has none of these customers.')]);
  });
});

describe('what concerns every row stops the others', () => {
  test('a refused token: what was changed and what was not sent is in the file', async () => {
    const store = await shop(({ method, path }) =>
      method === 'PATCH' && !path.endsWith('/101') ? 'answer 401' : 'forward',
    );
    const { code, results, err } = await update(store, three);
    expect([code, results]).toEqual([4, expect.stringMatching(/^2,101,changed,,read$/m)]);
    expect(results).toMatch(/^3,102,(failed,refused \(401\),said|not sent,,none)$/m);
    expect(err).toContain('To continue, rerun the same command.');
  });

  test.runIf(isThorough)('Ctrl-C: requests under way end, and the same command continues', async () => {
    const controller = new AbortController();
    let sent = 0;
    const store = await shop(({ method }) => {
      if (method === 'PATCH' && ++sent === 20) controller.abort('SIGINT');
      return 'forward';
    });
    const ids = await customersIn(store, 60);
    const directory = ownDirectory({
      'changes.csv': `customerId,phoneNumber\n${ids.map((id) => `${id},030-${id}\n`).join('')}`,
    });
    const line = 'customers update --from changes.csv --yes --results results.csv';
    const { code, err } = await store.run(line, { directory, interrupted: controller.signal });
    const results = readFileSync(join(directory, 'results.csv'), 'utf8');
    const changed = results.match(/,changed,,read$/gm)?.length ?? 0;
    const notSent = results.match(/,not sent,,none$/gm)?.length ?? 0;
    // The clock of tests waits for nothing: what was under way is cut off.
    const cutOff = results.match(/,failed,no clear answer: it may have been changed,none$/gm)?.length ?? 0;
    expect([code, changed > 0, notSent > 0, changed + notSent + cutOff]).toEqual([130, true, true, 60]);
    expect(err).toMatch(
      /\nUpdated: \d+, .*\nUpdated \d+ customers?;.* not sent: .*\. To continue, rerun the same command\.\nStopped\./,
    );
    const again = await store.run(line, { directory });
    expect(again.code).toBe(0);
    const left = patches(store).length;
    expect((await store.run(line, { directory })).closing).toBe('✓ Updated 0 customers; 60 unchanged');
    expect(patches(store).length).toBe(left);
  });

  test('Ctrl-C: a change that may have arrived is not among those that were not sent', async () => {
    const controller = new AbortController();
    const store = await shop(({ method }) => {
      if (method !== 'PATCH') return 'forward';
      controller.abort('SIGINT');
      return 'forward and hang up';
    });
    const directory = ownDirectory({ 'changes.csv': 'customerId,phoneNumber\n101,030-1\n' });
    const line = 'customers update --from changes.csv --yes --results results.csv';
    await store.run(line, { directory, interrupted: controller.signal });
    expect(readIfThere(join(directory, 'results.csv'))).toBe(
      'line,customerId,outcome,message,evidence\n2,101,failed,no clear answer: it may have been changed,none\n',
    );
  });

  test('Ctrl-C while records are read: nothing is sent', async () => {
    const controller = new AbortController();
    const store = await shop(() => {
      controller.abort('SIGINT');
      return 'forward';
    });
    const directory = ownDirectory({ 'changes.csv': three });
    const line = 'customers update --from changes.csv --yes';
    const { code, err } = await store.run(line, { directory, interrupted: controller.signal });
    expect([code, err, patches(store)]).toEqual([130, expect.stringContaining('Nothing was sent.'), []]);
  });
});

describe('nothing is sent', () => {
  sampled(4).each([
    ['customerId,fone\n101,1\n', 'Unknown column "fone".'],
    ['customerId,phonenumbr\n101,1\n', 'Did you mean phoneNumber?'],
    ['customerId,dob\n101,1\n', 'The column "dob" cannot be updated: the API does not set dob.'],
    ['customerId,Wachtwoord\n101,geheim123\n', 'passwords are not read from a file, because files are copied.'],
    ['phone\n2\n', 'The header has no column for customerId.'],
    ['customerId,phone,telefoon\n101,1,2\n', 'More than one column matches phoneNumber'],
    ['customerId,id,phone\n101,1,2\n', 'The column "id" is a second column for customerId.'],
    ['customerId,phone\n101,1\n102,2\n101,3\n', 'line 4: has the same customerId (101) as line 2'],
    ['customerId,email\n101,jan@\n', 'line 2: email "jan@" must be one e-mail address'],
    ['customerId,phone\nabc,1\n', 'line 2: customerId "abc" must be'],
    ['customerId,phone\n,1\n', 'line 2: no customer ID: add one'],
    ['customerId\n101\n', 'has no column for anything that changes'],
    ['customerId,phone\n101,onbekend\n', 'line 2: phone "onbekend" must be a phone number such as 030-5550142'],
    ['customerId,phone\n101,3.16E+10\n', 'line 2: phone "3.16E+10" was rounded by a spreadsheet'],
    ['customerId,phone\n101,NULL\n', 'line 2: phone "NULL" is what programs write for no value'],
    ['customerId,phone\n101,"1\n', 'Line 2: a quoted cell starts here and is never closed.'],
    ['customerId,phone\n101,1,2\n', 'line 2: 3 cells, but the header has 2'],
    ['customerId,phone,\n101,1,x\n', 'line 2: has a cell below a column without a heading'],
    ['customerId,phone\n', 'The file has a header but no rows.'],
    ['', 'The file is empty.'],
    ['[{"customerId":101}]', 'The file is a JSON file, not CSV.'],
  ])('for %j', async (file, message) => {
    const store = await noShop();
    const { code, err, results } = await update(store, file);
    expect([code, err, results, store.seen]).toEqual([2, expect.stringContaining(message), '', []]);
    expect(err).not.toContain('geheim123');
    expect(err).not.toContain('catalogue');
  });

  test('and every fault is named at once, in the order of the file', async () => {
    const file = 'customerId,email,gender\n101,jan@,blue\n101,a@b.example,m\nx,c@d.example,q\n';
    const { err } = await update(await noShop(), file);
    expect(err.match(/(?<=csv, )line \d: \w+/g)).toEqual([
      'line 2: email',
      'line 2: gender',
      'line 3: has',
      'line 4: customerId',
      'line 4: gender',
    ]);
  });

  test('where more records would change than --max-changes allows, and rows that would not do not count', async () => {
    const store = await shop();
    const many = await update(store, three, '--max-changes 2');
    expect([many.code, many.err, patches(store)]).toEqual([
      2,
      expect.stringContaining(
        'The file would change 3 customers, and --max-changes is 2. Nothing was sent.\nSee them with --dry-run. If that is right, pass --max-changes 3.',
      ),
      [],
    ]);
    await store.run('customers update 101 --phone-number 030-1');
    expect((await update(store, three, '--max-changes 2')).code).toBe(0);
  });

  test('for more than 100 changes without that option', async () => {
    const store = await shop();
    const ids = await customersIn(store, 101);
    const { code, err } = await update(store, `customerId,phone\n${ids.map((id) => `${id},1\n`).join('')}`);
    expect([code, err]).toEqual([2, expect.stringContaining('would change 101 customers, and --max-changes is 100.')]);
  });

  test.each([
    ['--from changes.csv', 'Refusing to update without confirmation.'],
    ['101 --from changes.csv --yes', '--from takes IDs and fields from the file. Remove "101".'],
    [
      '--from changes.csv --phone-number 1 --unset fax-number --make-guest --yes',
      'Remove --phone-number, --unset, --make-guest.',
    ],
    ['--from changes.csv --body x.json --yes', 'Remove --body.'],
    ['--from changes.csv --curl', '--curl cannot show an update from a file'],
    ['101 --phone-number 1 --results r.csv', '--results works only with --from.'],
    ['101 --phone-number 1 --empty clears --max-changes 3', '--empty, --max-changes work only with --from.'],
    ['--from changes.csv --yes --results changes.csv', '--results would overwrite the file of --from.'],
    ['--from changes.csv --yes --results r.dat', 'Cannot write a .dat file'],
    ['--from none.csv --yes', 'Cannot read none.csv'],
    ['--from changes.csv --yes --empty all', '--empty "all" must be one of keeps, clears.'],
    ['', 'Missing argument: <customer-id>.'],
  ])('by customers update %s', async (line, message) => {
    const store = await noShop();
    const directory = ownDirectory({ 'changes.csv': three });
    const { code, err } = await store.run(`customers update ${line}`, { directory });
    expect([code, err, store.seen]).toEqual([2, expect.stringContaining(message), []]);
  });
});

describe('--dry-run', () => {
  test('says how many would change, and shows the first with old and new values', async () => {
    const store = await shop();
    const directory = ownDirectory({ 'changes.csv': `${three}104,\n9999,1\n` });
    const { code, out, err } = await store.run('customers update --from changes.csv --dry-run --max-changes 2', {
      directory,
    });
    expect([code, patches(store)]).toEqual([0, []]);
    expect(err).toMatch(/Would update 3 customers on shop\.test:\nCustomer 101 \(Sanne de Wit\), line 2:\n {2}Phone/);
    expect(err).toContain('1 row is the same in the store.\nNot updated: customer 9999, line 6.');
    expect(err).toContain('Warning: The file would change 3 customers, and --max-changes is 2.');
    expect(out.match(/"method": "PATCH"/g)?.length).toBe(3);
    const masked = await store.run('customers update --from changes.csv --dry-run --mask-pii', { directory });
    expect(masked.err + masked.out).not.toMatch(/Sanne|030-1/);
  });

  test.each([
    ['without a store', {}],
    ['of a store that does not answer', { SHOP_URL: 'http://127.0.0.1:9', SHOP_TOKEN: canary }],
  ])('%s shows what the file says', async (_, env) => {
    const directory = ownDirectory({ 'changes.csv': three });
    const line = 'customers update --from changes.csv --dry-run';
    const { code, out, err } = await shopCli(line, { directory, env });
    expect([code, out.match(/"phoneNumber": "030-/g)?.length]).toEqual([0, 3]);
    expect(err).toMatch(/Would update up to 3 customers.*\./);
  });

  test('is one document in JSON, with what would be sent', async () => {
    const store = await shop();
    const directory = ownDirectory({ 'changes.csv': three });
    const { out } = await store.run('customers update --from changes.csv --dry-run --json', { directory });
    const requests = JSON.parse(out) as readonly { path: string; body: unknown }[];
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ['/api/v2/customers/101', { phoneNumber: '030-1' }],
      ['/api/v2/customers/102', { phoneNumber: '030-2' }],
      ['/api/v2/customers/103', { phoneNumber: '030-3' }],
    ]);
    expect(patches(store)).toEqual([]);
  });
});

describe('addresses update --from', () => {
  const file = 'Customer ID;Address book ID;Huisnr;Postcode\n101;301;6;3512 JE\n101;302;30C;\n';

  test('takes both IDs, and a house number with its extension', async () => {
    const store = await shop();
    const { code, results, closing } = await update(store, file, '', 'addresses');
    expect([code, closing, results]).toEqual([
      0,
      '✓ Updated 2 addresses',
      'line,customerId,addressId,outcome,message,evidence\n2,101,301,changed,,read\n3,101,302,changed,,read\n',
    ]);
    expect(patches(store)).toEqual([
      ['customers/101/addresses/301', { houseNumber: 6, zipcode: '3512 JE' }],
      ['customers/101/addresses/302', { houseNumber: 30, houseNumberExtension: 'C' }],
    ]);
    expect((await update(store, file, '', 'addresses')).closing).toBe('✓ Updated 0 addresses; 2 unchanged');
  });

  test.each([
    ['a cell with the same extension keeps it', 'customerId,id,houseNumber\n101,302,31B\n', '', '31 B'],
    ['another number clears the extension', 'customerId,id,houseNumber\n101,302,31\n', '', '31 '],
    ['the same number keeps it', 'customerId,id,houseNumber,city\n101,302,30,Zeist\n', '', '30 B'],
    ['a row without a number keeps it', 'customerId,id,houseNumber,city\n101,302,,Zeist\n', '', '30 B'],
    ['an empty cell of extensions keeps it', 'customerId,id,houseNumber,extension\n101,302,31,\n', '', '31 B', true],
    ['an empty cell may clear it', 'customerId,id,houseNumber,extension\n101,302,30,\n', '--empty clears', '30 '],
    ['a column of extensions decides', 'customerId,id,houseNumber,extension\n101,302,31,c\n', '', '31 c'],
  ])('%s', async (_, text, options, number, isKept = false) => {
    const store = await shop();
    await update(store, 'customerId,id,houseNumber\n101,302,30B\n', '', 'addresses');
    const { code, err } = await update(store, text, options, 'addresses');
    const shown = JSON.parse((await store.run('addresses get 302 --customer 101 --json')).out);
    expect([
      code,
      err.includes('Warning: The house number keeps'),
      `${shown.houseNumber} ${shown.houseNumberExtension}`,
    ]).toEqual([0, isKept, number]);
  });

  test('a dry run shows the extension that a row clears, and says that orders do not change', async () => {
    const store = await shop();
    await update(store, 'customerId,id,houseNumber\n101,302,30B\n', '', 'addresses');
    const {
      changes = '',
      err,
      out,
    } = await update(store, 'customerId,id,houseNumber\n101,302,31\n', '--dry-run', 'addresses');
    expect(`${changes}${err}`).toMatch(/House number +30 +→ +31\n +Extension +B +→ +—\n/);
    expect(`${changes}${err}`).toContain('Orders that are already placed keep the old address.\n');
    expect(out).toContain('"houseNumberExtension": ""');
  });

  test('a row whose address cannot be read clears nothing', async () => {
    const store = await shop(({ method, path }) =>
      method === 'GET' && path.endsWith('/302') ? 'answer 422' : 'forward',
    );
    await update(store, 'customerId,id,houseNumber\n101,302,31\n', '', 'addresses');
    expect(patches(store)).toEqual([['customers/101/addresses/302', { houseNumber: 31 }]]);
  });

  test.each([
    ['customerId,id,country\n101,301,Belgiu\n', 'Did you mean BE (Belgium)?'],
    ['customerId,id,houseNumber\n101,301,12-jan\n', 'line 2: houseNumber "12-jan" must be a house number'],
    [
      'customerId,id,houseNumber,toevoeging\n101,301,12a,b\n',
      'line 2: toevoeging "b" is not the extension behind the house number',
    ],
    ['customerId,city\n101,X\n', 'The header has no column for id.'],
    ['id,city\n301,X\n', 'The header has no column for customerId.'],
    ['customerId,id,city\n101,301,X\n101,301,Y\n', 'line 3: has the same customerId and id (101, 301) as line 2'],
    ['customerId,id,emailAddress\n101,301,a@b.example\n', 'Unknown column "emailAddress".'],
    ['customerId,id,addressSummary\n101,301,x\n', 'the API does not set addressSummary'],
  ])('refuses %j, and sends nothing', async (text, message) => {
    const store = await noShop();
    const { code, err } = await update(store, text, '', 'addresses');
    expect([code, err, store.seen]).toEqual([2, expect.stringContaining(message), []]);
  });

  test('an address of another customer is not found', async () => {
    const store = await shop();
    const { code, results } = await update(store, 'customerId,id,city\n102,301,X\n', '', 'addresses');
    expect([code, patches(store), results]).toEqual([7, [], expect.stringContaining('2,102,301,failed,')]);
  });
});

describe('what changes is said with --yes too', () => {
  const file = 'customerId,emailAddress,lastName\n101,sanne@example.com,Bakker\n102,pieter@example.com,Claes\n';

  test('at a terminal with old and new values, and that addresses keep the name', async () => {
    const { run } = await shop();
    const directory = ownDirectory({ 'changes.csv': file });
    const { code, err } = await run('customers update --from changes.csv --yes --no-color', {
      directory,
      terminal: 100,
    });
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^Customer 101 \(Sanne de Wit\), line 2:\n.*\n.*→ {2}Bakker$/m),
    ]);
    expect(err).toContain('Addresses keep their own names. To see them: shop-cli addresses list --customer');
  });

  test('by field without values, where no person watches', async () => {
    const { err } = await update(await shop(), file);
    expect(err).toContain(
      'Changes emailAddress of 2 customers, lastName of 1 customer.\nAddresses keep their own names.',
    );
    expect(err).not.toContain('Bakker');
  });

  test('to programs by the results alone, and nothing where nothing changes', async () => {
    const store = await shop();
    expect((await update(store, file, '--json')).err).not.toContain('Changes ');
    expect((await update(store, file)).err).not.toContain('Changes ');
  });
});

test('no value of anybody is in the results or in a log of requests', async () => {
  const store = await shop(({ method, path }) =>
    method === 'PATCH' && path.endsWith('/102') ? 'answer 422' : 'forward',
  );
  const file = 'customerId,lastName,phoneNumber\n101,Zzyzxname,030-77777\n102,Zzyzxname,030-77777\n';
  const { out, err, results } = await update(store, file, '--verbose --log-format json');
  expect(`${out}${err}${results}`).not.toMatch(/zzyzx|030-77777/i);
});
