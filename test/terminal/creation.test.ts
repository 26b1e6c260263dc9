import { expect, test } from 'vitest';
import { words } from '../support/words.ts';
import { answerAgain, answerAll, answered, answerForm, atTerminal, expectLeft, question } from './asking.ts';

test('a customer is created by answering questions, with every rule on the way', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create']);
  await terminal.answer(question('E-mail address'), '');
  await terminal.waitFor('E-mail address is required.');
  const example = 'Invalid e-mail address. Example: jo@example.com';
  await answerAgain(terminal, 'E-mail address', ['jo at example', example, ' jo@example.com ']);
  await answerAll(terminal, [
    ['Password', 'secret-of-jo'],
    ['Confirm password', 'secret of jo'],
    ['Passwords do not match. Password', 'secret-of-jo'],
    ['Confirm password', 'secret-of-jo'],
  ]);
  await terminal.waitFor(answered('Password'));
  expect(terminal.text.match(/✔.*assword.*/g)).toEqual(['✔ Password: (not shown)']);
  await answerAgain(terminal, 'First name', ['  ', 'First name is required.', 'Jo']);
  await answerForm(terminal, { 'Last name': 'de Vries' }, 'Gender');
  await terminal.waitFor(/^❯ none\n {2}m\n {2}f$/m);
  terminal.press('down', 'down', 'enter');
  await terminal.waitFor(answered('Gender: f'));
  await answerForm(
    terminal,
    { 'Phone number (optional)': '+31 20 123 4567', 'More fields (fax number, bank account number,': 'y' },
    'Discount group',
  );
  await answerAgain(terminal, 'Discount group', ['many', 'Discount group ID must be a positive whole number.', '']);
  await answerForm(terminal, {}, 'Create this customer on 127.0.0.1');
  expect(terminal.text).toContain(
    [
      'E-mail address  jo@example.com',
      'Password        (not shown)',
      'First name      Jo',
      'Last name       de Vries',
      'Gender          f',
      'Phone number    +31 20 123 4567',
      '',
      "shop-cli customers create --email-address jo@example.com --password-stdin --first-name Jo --last-name 'de Vries' --gender f --phone-number '+31 20 123 4567'",
    ].join('\n'),
  );
  expect(store.writes()).toEqual([]);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(
    /^To add an address: shop-cli addresses create --customer 105\n✓ Created customer 105/m,
  );
  expect(terminal.emulator.raw).not.toMatch(/secret.of.jo/);
  expect(store.writes().length).toBe(1);
  expect(await store.get('customers/105')).toMatchObject({
    ...{ emailAddress: 'jo@example.com', firstName: 'Jo', lastName: 'de Vries', gender: 'f' },
    ...{ phoneNumber: '+31 20 123 4567', guestAccount: '0' },
  });
});

test('an address is created by answering questions, with the rules of its country', async () => {
  const { terminal, store } = await atTerminal(['addresses', 'create', '--customer', '101']);
  await answerForm(terminal, { 'First name': 'Johanna', 'Last name': 'de Vries' }, 'Country');
  await terminal.waitFor(question('Country'));
  terminal.type('neder');
  await terminal.waitFor('❯ Netherlands (NL, NLD), Nederland');
  terminal.press('enter');
  const postcode = 'Postcode must be a Dutch postcode such as 1012 JS.';
  await answerAgain(terminal, 'Postcode', ['2000', postcode, '1012js']);
  await answerAgain(terminal, 'House number', ['a12', 'Invalid house number. Example: 12 or 12a', '12a']);
  await answerForm(
    terminal,
    { Street: 'Dam', City: 'Amsterdam', 'More fields (VAT number, chamber of commerce number)?': 'y' },
    'VAT number',
  );
  const vatNumber = 'Invalid VAT number. Example: NL004495445B01';
  await answerAgain(terminal, 'VAT number', ['NL123456789B01', vatNumber, 'nl 0044.95.445.b01']);
  await answerForm(terminal, {}, 'Chamber of commerce number');
  await terminal.answer(question('Chamber of commerce number'), '1234567');
  await terminal.waitFor('Chamber of commerce number must be 8 digits');
  terminal.type('8').press('enter');
  await terminal.waitFor(answered('Chamber of commerce number'));
  await answerForm(terminal, {}, 'Create this address for customer 101');
  expect(terminal.text).toMatch(/^Country +Netherlands \(NL\)$/m);
  expect(terminal.text).toContain(
    "shop-cli addresses create --customer 101 --first-name Johanna --last-name 'de Vries' --street-address Dam --house-number 12 --house-number-extension a --zipcode '1012 JS' --city Amsterdam --country NL --btw-number NL004495445B01 --kvk-number 12345678",
  );
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBe(1);
  expect(await store.get('customers/101/addresses')).toContainEqual(
    expect.objectContaining({
      ...{ name: 'Johanna de Vries', streetAddress: 'Dam', houseNumber: '12', houseNumberExtension: 'a' },
      ...{ zipcode: '1012 JS', city: 'Amsterdam', country: expect.objectContaining({ isoCode2: 'NL' }) },
      ...{ btwNumber: 'NL004495445B01', kvkNumber: '12345678' },
    }),
  );
});

const nameAndEmail = ['--email-address', 'jo@example.com', '--first-name', 'Jo'];

test('only missing fields are asked for, and without a password the summary says guest', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create', ...nameAndEmail]);
  await answerForm(
    terminal,
    { 'Password (without one a guest account is created)': '', 'Last name': 'Smit' },
    'Create this customer',
  );
  const noPassword = /^.*Password.*none \(without one a guest account is created\)$/gm;
  expect(terminal.text.match(noPassword)?.map((line) => line[0])).toEqual(['✔', 'P']);
  expect(terminal.text).not.toMatch(/E-mail address:|First name:/);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/105')).toMatchObject({ lastName: 'Smit', guestAccount: '1' });
});

test('a refused field is asked again, and the other answers are kept', async () => {
  const sandbox = { require: ['company', 'gender', 'btwNumber', 'kvkNumber'] as const, postcodeAddon: true };
  const argv = words(
    'addresses create --customer 101 --first-name Jo --last-name Smit --country NL --house-number 12',
    '--zipcode',
    '1012 JS',
  );
  const { terminal, store } = await atTerminal(argv, { sandbox });
  await terminal.waitFor('company is required');
  await answerAgain(terminal, 'Company:', ['', 'Company is required.', 'Smit BV']);
  await terminal.waitFor('gender is required');
  await answerAll(terminal, [['Gender:', 'm']]);
  await terminal.waitFor('VAT number is required');
  await answerAll(terminal, [
    ['VAT number:', 'NL004495445B01'],
    ['Chamber of commerce number:', '12345678'],
  ]);
  await expectLeft(terminal, 0);
  expect(terminal.text).not.toMatch(/btwNumber|kvkNumber/);
  expect(terminal.text).toContain(
    "The complete command:\nshop-cli addresses create --customer 101 --company 'Smit BV' --first-name Jo --last-name Smit --house-number 12 --zipcode '1012 JS' --country NL --gender m --btw-number NL004495445B01 --kvk-number 12345678\n",
  );
  expect(await store.get('customers/101/addresses')).toContainEqual(
    expect.objectContaining({
      ...{ company: 'Smit BV', name: 'Jo Smit', gender: 'm', streetAddress: 'Dorpsstraat' },
      ...{ houseNumber: '12', city: 'Amsterdam', kvkNumber: '12345678' },
    }),
  );
});

test('--dry-run shows the request after the questions, and sends nothing', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create', ...nameAndEmail, '--dry-run']);
  const answers = { Password: 'secret-of-jo', 'Confirm password': 'secret-of-jo', 'Last name': 'Smit' };
  await answerForm(terminal, answers, /"lastName"/);
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('"lastName": "Smit"');
  expect(terminal.emulator.raw).not.toContain('secret-of-jo');
  expect(store.writes()).toEqual([]);
});

test('--yes shows the summary and asks nothing about it', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create', ...nameAndEmail, '--yes']);
  await answerForm(terminal, { 'Last name': 'Smit' }, /^✓ Created customer 105/);
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('--last-name Smit');
  expect(terminal.text).not.toMatch(/Create this customer/);
  expect(store.writes().length).toBe(1);
});

test('--password-stdin at a terminal asks for the password without showing it', async () => {
  const argv = ['customers', 'create', ...nameAndEmail, '--last-name', 'Smit', '--password-stdin'];
  const { terminal, store } = await atTerminal(argv);
  await answerAll(terminal, [
    ['Password:', 'secret-of-jo'],
    ['Confirm password', 'secret-of-jo'],
  ]);
  await expectLeft(terminal, 0);
  expect(terminal.emulator.raw).not.toContain('secret-of-jo');
  expect(await store.get('customers/105')).toMatchObject({ guestAccount: '0' });
});

test.each([
  'customers create',
  'customers delete 101',
  'baskets delete',
  'baskets update --coupon A',
  'baskets items add --product 201',
  'addresses update --customer 101 --city A',
])('%s: nobody is asked for a store that is read-only', async (line) => {
  const { terminal } = await atTerminal(line.split(' '), { env: { SHOP_READ_ONLY: '1' } });
  await expectLeft(terminal, 2);
  expect(terminal.text).toContain('read-only');
  expect(terminal.text).not.toMatch(/^[?✔]/m);
});

test('a product is created by answering questions, and needs a name where nothing else identifies it', async () => {
  const { terminal, store } = await atTerminal(['products', 'create']);
  await answerAgain(terminal, 'Product name', ['', 'Product name is required.', 'Mug']);
  await answerForm(terminal, { 'Price excluding VAT': '7,50', 'Available stock': '20' }, 'Status');
  await terminal.waitFor(/^❯ the store decides\n {2}offline\n {2}online$/m);
  terminal.press('down', 'down', 'enter');
  await terminal.waitFor(answered('Status'));
  await answerForm(terminal, {}, 'Create this product');
  expect(terminal.text).toContain('shop-cli products create --name Mug --quantity 20 --price 7.50 --status online');
  terminal.type('y').press('enter');
  await terminal.waitFor(/^✓ Created product \d+ on 127\.0\.0\.1:\d+\.$/m);
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([expect.stringContaining('POST /api/v2/products')]);
});

test('a comma with other than one or two digits after it is no decimal comma', async () => {
  const { terminal } = await atTerminal(['products', 'create']);
  await answerForm(terminal, { 'Product name': 'Mug' }, 'Price excluding VAT');
  terminal.type('1,250').press('enter');
  await terminal.waitFor('Price excluding VAT must be an amount of 0 or more, such as 12.50.');
});

test.each([
  ['n', 'Cancelled. Nothing was created.', 0],
  ['y', 'Created product', 1],
])('a product without a price is created after a yes only: %s', async (answer, end, writes) => {
  const { terminal, store } = await atTerminal(['products', 'create', '--name', 'Mug']);
  await terminal.waitFor('Warning: the product has no price. Customers who see it can order it for 0.00.');
  await terminal.answer(question('Create this product on 127.0.0.1'), answer);
  await expectLeft(terminal, 0);
  expect([terminal.text.includes(end), store.writes().length]).toEqual([true, writes]);
});

const wrongDigit = 'Warning: EAN "4006381333932": the check digit is 2, expected 1: one of the digits may be wrong.';

test('an EAN with a wrong check digit is warned about before anything is sent, as in an import', async () => {
  const argv = words('products create --sku PEN-1 --price 2 --ean 4006381333932');
  const { terminal, store } = await atTerminal(argv, { columns: 130 });
  await terminal.waitFor(wrongDigit);
  await terminal.answer(question('Create this product on'), '');
  await terminal.waitFor('Cancelled. Nothing was created.');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([]);
});

test('an SKU that exists is warned about at the summary, and corrected there', async () => {
  const { terminal, store } = await atTerminal(['products', 'create'], { columns: 130, rows: 60 });
  const answers = { 'Product name': 'Bell', SKU: 'BEL-001', 'Price excluding VAT': '2' };
  await answerForm(terminal, answers, 'Create this product on');
  await terminal.waitFor(/^Warning: SKU "BEL-001" exists on .*: product 200 \(/m);
  terminal.type('c').press('enter');
  await terminal.waitFor(question('Which answer?'));
  terminal.type('sku').press('enter');
  await terminal.waitFor(question('SKU (optional): BEL-001'));
  terminal.press('backspace').type('9').press('enter');
  await terminal.waitFor('--sku BEL-009 --name Bell --price 2');
  await terminal.waitFor(question('Create this product on'));
  expect(terminal.text.match(/exists on/g)).toHaveLength(1);
  terminal.type('y').press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes()).toHaveLength(1);
});

test('an SKU that exists is not created after a yes either', async () => {
  const { terminal, store } = await atTerminal(['products', 'create'], { columns: 130, rows: 60 });
  const answers = { 'Product name': 'Bell', SKU: 'BEL-001', 'Price excluding VAT': '2' };
  await answerForm(terminal, answers, 'Create this product on');
  terminal.type('y').press('enter');
  await terminal.waitFor('To create it anyway, pass --allow-duplicate.');
  await expectLeft(terminal, 2);
  expect(terminal.text).toMatch(/^Error: SKU "BEL-001" exists on .* Nothing was created\.$/m);
  expect(store.writes()).toEqual([]);
});

test('a complete command line with an SKU that exists says nothing about what would have been created', async () => {
  const { terminal, store } = await atTerminal(words('products create --sku BEL-001 --name Bell --price 2'));
  await terminal.waitFor('Error: SKU "BEL-001" exists');
  await expectLeft(terminal, 2);
  expect(terminal.text).not.toContain('to undo this');
  expect(store.writes()).toEqual([]);
});

test('a product can be neither changed nor deleted: Enter alone creates none, and an answer is corrected before', async () => {
  const { terminal, store } = await atTerminal(['products', 'create'], { columns: 130, rows: 60 });
  const answers = { 'Product name': 'Pen', EAN: '4006381333932', 'Price excluding VAT': '2' };
  await answerForm(terminal, answers, 'Create this product on');
  await terminal.waitFor(wrongDigit);
  await terminal.waitFor(/^ {2}Yes\n❯ No\n {2}Change an answer$/m);
  terminal.type('c').press('enter');
  await terminal.waitFor(question('Which answer?'));
  await terminal.waitFor(/^ {2}EAN +4006381333932$/m);
  terminal.type('e').press('enter');
  await terminal.waitFor(question('EAN (optional): 4006381333932'));
  terminal.press('backspace').type('1').press('enter');
  await terminal.waitFor('--ean 4006381333931 --name Pen --price 2');
  await terminal.waitFor(question('Create this product on'));
  expect(terminal.text.match(/the check digit is/g)).toHaveLength(1);
  terminal.press('enter');
  await terminal.waitFor('Cancelled. Nothing was created.');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([]);
});

test('answers are changed at the summary until they are right, and what they make wrong is asked again', async () => {
  const line = '--company=X --first-name=Jo --last-name=Smit --street-address=Meir --house-number=8 --city=Antwerpen';
  const { terminal, store } = await atTerminal(words(`addresses create --customer 101 ${line} --zipcode=2000`), {
    rows: 60,
  });
  await answerForm(terminal, { Country: 'bel' }, 'Create this address for customer 101');
  terminal.type('ch').press('enter');
  await terminal.waitFor(question('Which answer?'));
  terminal.type('cou').press('enter');
  await terminal.waitFor(question('Country'));
  terminal.type('nether');
  await terminal.waitFor('❯ Netherlands');
  terminal.press('enter');
  await terminal.waitFor(question('Postcode: 2000'));
  terminal.press('ctrlU').type('1012 js').press('enter');
  await terminal.waitFor(question('Create this address for customer 101'));
  terminal.type('ch').press('enter');
  await terminal.waitFor(question('Which answer?'));
  terminal.type('city').press('enter');
  await terminal.waitFor(question('City'));
  terminal.press('ctrlU').type('Amsterdam').press('enter');
  await terminal.waitFor(/^City +Amsterdam$/m);
  await terminal.waitFor(question('Create this address for customer 101'));
  expect(store.writes()).toEqual([]);
  terminal.press('enter');
  await expectLeft(terminal, 0);
  expect(await store.get('customers/101/addresses')).toContainEqual(
    expect.objectContaining({
      ...{ company: 'X', name: 'Jo Smit', streetAddress: 'Meir', zipcode: '1012 JS', city: 'Amsterdam' },
      country: expect.objectContaining({ isoCode2: 'NL' }),
    }),
  );
});

test('rare fields are asked for only after a yes', async () => {
  const { terminal, store } = await atTerminal(['customers', 'create', ...nameAndEmail], { columns: 130 });
  await answerForm(
    terminal,
    { 'Last name': 'Smit', 'More fields (fax number, bank account number, discount group ID)? (y/N)': '' },
    'Create this customer',
  );
  expect(terminal.text).not.toMatch(/Fax number|Bank account|Discount group/);
  terminal.type('n').press('enter');
  await expectLeft(terminal, 0);
  expect(store.writes()).toEqual([]);
});

test('a rare field that the store demands is asked for by itself', async () => {
  const argv = words('addresses create --customer 101 --first-name Jo --last-name Smit --country BE --house-number 8');
  const { terminal, store } = await atTerminal(argv, { sandbox: { require: ['btwNumber'] }, rows: 60 });
  await answerForm(terminal, { Postcode: '2000', Street: 'Meir', City: 'Antwerpen' }, 'Create this address');
  terminal.press('enter');
  await terminal.waitFor('VAT number is required');
  await terminal.answer(question('VAT number:'), 'BE0428759497');
  await expectLeft(terminal, 0);
  expect(store.writes().length).toBe(2);
});

test('a basket without any option is confirmed', async () => {
  const { terminal, store } = await atTerminal(['baskets', 'create']);
  await answerForm(terminal, { Customer: '101' }, 'Create this basket');
  expect(terminal.text).toContain('shop-cli baskets create --customer 101\n');
  terminal.press('enter');
  await terminal.waitFor('✓ Created basket');
  await expectLeft(terminal, 0);
  expect(terminal.text).toMatch(/^To add products: shop-cli baskets items add [-\dA-F]{36}$/m);
  expect(store.writes().length).toBe(1);
});

test.each([
  'products create --sku MUG-01 --price 7.50',
  'products create --sku MUG-01 --yes',
  'customers create --email-address jo@example.com --first-name Jo --last-name Smit',
  'baskets create --product 200',
  'baskets create --yes',
  'orders create --basket 42212126-9CF9-49D8-8E52-5B2858894145',
])('%s is complete and asks nothing', async (line) => {
  const { terminal, store } = await atTerminal(words(line));
  await expectLeft(terminal, 0);
  expect(terminal.text).not.toMatch(/^[?✔]/m);
  expect(store.writes().length).toBe(1);
});
