import { expect, test } from 'vitest';
import { shopCli } from '../support/run.ts';
import { runInSandbox } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { typed } from '../support/words.ts';

// What people typed before they looked anything up, each with what answers it: the command or option to use, or why there is none.

const guesses: readonly (readonly [line: string, answer: string])[] = [
  // Commands of other names.
  ['product lst', "Did you mean 'shop-cli products list'?"],
  ['products import a.csv --junit r.xml', '--report-junit report.xml'],
  ['products import --file a.csv', 'The file is an argument'],
  ['products import a.csv --skip 3', '--header-row 4'],
  ['addresses import a.csv --skip-rows 3', '--header-row 4'],
  ['products import a.csv --net', '--vat-included 21'],
  ['customers import a.csv --columns name', '--map name='],
  ['products import a.csv --decimal-comma', '--decimal ,'],
  ['products import a.csv --locale de', '--decimal ,'],
  ['products import a.csv --ignore-errors', '--skip-invalid'],
  ['products import a.csv --mapping m.json', '--options list.json'],
  ['products import a.csv --config m.json', '--options list.json'],
  ['products import a.csv --save-mapping m.json', '--save-options list.json'],
  ['products import a.csv --price-column VK', '--map price='],
  ['products import a.csv --validate', '--dry-run'],
  ['products import --template', 'shop-cli template'],
  ['products import a.csv --default status=1', '--set <field>=<value>'],
  ['imports list --failed', 'shop-cli imports show <number>'],
  ['import products a.csv', 'To import a file: shop-cli products import a.csv'],
  ['imports customer', 'To import a file: shop-cli customers import <file>'],
  ['imports errors', 'shop-cli imports show <number>'],
  ['imports diff 1 2', 'shop-cli products diff <file>'],
  ['imports cancel 3', 'press Ctrl-C'],
  ['addresses import a.csv --undo', 'shop-cli addresses delete --from results.csv'],
  ['customers import a.csv --update', 'shop-cli customers update --from <file>'],
  ['products import a.csv --warnings-as-errors', 'To fail on any warning: --fail-on-warnings.'],
  ['products import a.csv --fail-fast', '--max-errors 0'],
  ['customers import a.csv --idempotency-key x', '--journal imports.db'],
  ['products import a.csv --min-rows 5', '--expect-rows 1200'],
  ['products import a.csv --batch-size 5', '--concurrency 4'],
  ['products import a.csv --max-price-change 5', 'shop-cli products diff <file> --worklist work.csv'],
  ['products import a.csv --annotations', '--report-junit report.xml'],
  ['products import a.csv --ci', '--no-input'],
  ['products import a.csv --log-level debug', '--verbose'],
  ['products import a.csv --read-only', '--dry-run'],
  ['products list --retry 3', '--retries 2'],
  ['exit-codes', 'shop-cli help exit-codes'],
  ['customers import a.csv --werror', 'To fail on any warning: --fail-on-warnings.'],
  ['produts list', "Did you mean 'shop-cli products'?"],
  ['export', "Did you mean 'shop-cli products export'?"],
  ['import catalogue.csv', 'shop-cli products import catalogue.csv'],
  ['list products', "Did you mean 'shop-cli products list'?"],
  ['orders 1001', "Did you mean 'shop-cli orders get 1001'?"],
  ['products BEL-001', "Did you mean 'shop-cli products get BEL-001'?"],
  ['switch', "Did you mean 'shop-cli auth switch'?"],
  ['sync products.csv', 'shop-cli products diff <file> --worklist work.csv'],
  ['upsert products.csv', 'The API cannot update products.'],
  ['init', 'shop-cli auth login'],
  ['setup', 'shop-cli auth login'],
  ['configure', 'shop-cli auth login'],
  ['config', 'shop-cli doctor'],
  ['config get', 'shop-cli doctor'],
  ['settings', 'shop-cli doctor'],
  ['profiles', 'shop-cli auth list'],
  ['stores', 'shop-cli auth list'],
  ['use staging', 'shop-cli auth switch <profile>'],
  ['search lamp', 'shop-cli products list --search'],
  ['find lamp', 'shop-cli products list --search'],
  ['count', 'jq .numRows'],
  ['carts', 'shop-cli baskets list'],
  ['cart list', 'shop-cli baskets list'],
  ['users', 'Here they are called customers.'],
  ['articles', 'shop-cli products list'],
  ['categories', 'The API cannot list categories.'],
  ['invoices', 'The API has none of these.'],
  ['payments', 'The API has none of these.'],
  ['webhooks', 'The API has no webhooks.'],
  ['logs', 'shop-cli imports list'],
  ['validate a.csv', 'shop-cli products import <file> --dry-run'],
  ['upload a.csv', 'shop-cli products import <file>'],
  ['download', 'shop-cli products export --output-file products.csv'],
  ['undo', 'shop-cli customers delete --from results.csv'],
  ['resume', 'An import continues if you rerun it'],
  ['ping', 'shop-cli doctor'],
  ['status', 'shop-cli auth status'],
  ['inventory', '--stock-to 5'],
  ['orders today', '--since today'],
  ['stock BEL-001', '--fields sku,quantity'],
  ['find Müller', 'shop-cli customers find jansen'],
  ['set price SKU-1 19.99', 'The API cannot update products.'],
  ['customers rollback 3', 'shop-cli customers delete --from results.csv'],
  ['customers update 101 --city Utrecht', 'shop-cli addresses update --customer <id>'],
  ['plan a.csv', '--save-plan import.plan'],
  ['compare a.csv', 'shop-cli products diff <file>'],
  ['dump', 'shop-cli products export'],
  ['ls', 'shop-cli products list'],
  ['docs', 'shop-cli help'],
  ['man', 'shop-cli help'],
  ['health', 'shop-cli doctor'],
  ['upgrade', 'with npm'],
  // Verbs of profiles.
  ['auth use staging', 'shop-cli auth switch <profile>'],
  ['auth add staging', 'shop-cli auth login <profile>'],
  ['auth remove staging', 'shop-cli auth logout <profile> --forget'],
  ['auth delete staging', 'shop-cli auth logout <profile> --forget'],
  ['auth whoami', 'shop-cli auth status'],
  // Verbs of products and imports.
  ['products plan a.csv', '--save-plan import.plan'],
  ['products compare a.csv', 'shop-cli products diff <file>'],
  ['products dump', 'shop-cli products export'],
  ['products stock 201', 'shop-cli products get <id or SKU> --fields sku,quantity,price'],
  ['products open 201', 'shop-cli products get <id or SKU> --fields urlAbs'],
  ['products import help', 'shop-cli products import --help'],
  ['products list --low-stock', '--stock-to 5'],
  ['products list --filter name=lamp', '--search "*lamp*"'],
  ['products list --offline', '!= 1))"'],
  ['products list --status offline', 'The API cannot filter by status.'],
  ['products list --count', 'jq .numRows'],
  ['products list --price-from 5', 'The API cannot filter by price.'],
  ['customers orders 101', 'shop-cli orders list --customer <id>'],
  ['customers addresses 101', 'addresses list'],
  ['orders list --today', '--since today'],
  ['orders list --yesterday', '--since yesterday --until yesterday'],
  ['orders status 1001', 'shop-cli orders get <order-id>'],
  ['orders print 1001', 'shop-cli orders get <order-id>'],
  ['price MUG-01', 'shop-cli products get <id or SKU> --fields sku,quantity,price'],
  ['imports list --since yesterday', 'shop-cli imports list'],
  ['products list --price-to 5', 'shop-cli products export --output-file products.xlsx'],
  ['orders get 1001 --pdf', 'The API has no PDF of an order.'],
  ['baskets list --abandoned', '--open'],
  ['products validate a.csv', 'shop-cli products import <file> --dry-run'],
  ['products search lamp', 'shop-cli products list --search'],
  ['products find lamp', 'shop-cli products list --search'],
  ['products template', 'shop-cli template'],
  ['customers template', 'shop-cli template customers'],
  ['addresses template', 'shop-cli template addresses'],
  ['products count', 'jq .numRows'],
  ['products sync a.csv', 'The API cannot update products.'],
  ['products edit 206', 'The API cannot update products.'],
  ['products update 206 --price 5', 'The API cannot update products.'],
  ['products delete 206', 'The API cannot delete products.'],
  ['products rm 206', 'The API cannot delete products.'],
  ['products add', "The verb is 'create'."],
  ['products list lamp', 'To search, use --search "*lamp*".'],
  ['products export catalogue.csv', 'To write to a file: --output-file catalogue.csv'],
  ['products import a.csv b.csv', 'Run the command once for each file.'],
  ['imports retry 3', 'An import continues if you rerun it'],
  ['imports resume', 'An import continues if you rerun it'],
  ['imports undo 3', 'shop-cli customers delete --from results.csv'],
  ['imports status', 'shop-cli imports show <number>'],
  ['imports a.csv', 'shop-cli products import a.csv'],
  // Verbs of orders, customers and baskets.
  ['orders update 1001', 'Change it in the back office of the shop.'],
  ['orders cancel 1001', 'shop-cli orders delete <order-id>'],
  ['orders ship 1001', 'Use the back office of the shop.'],
  ['orders refund 1001', 'Use the back office of the shop.'],
  ['orders invoice 1001', 'Use the back office of the shop.'],
  ['orders export', 'shop-cli orders list --all'],
  ['orders find 1001', "Did you mean 'shop-cli orders get 1001'?"],
  ['orders find kuijpers', 'shop-cli customers find'],
  ['orders get kuijpers', 'shop-cli customers find kuijpers'],
  ['orders delete jo2@example.com --yes', 'shop-cli customers find jo2@example.com'],
  ['orders list --customer t.maas@example.com', 'shop-cli customers find t.maas@example.com'],
  ['baskets list --customer rene', 'shop-cli customers find rene'],
  ['baskets create --customer rene --yes', 'shop-cli customers find rene'],
  ['baskets update 6F9619FF-8B86-D011-B42D-00C04FC964FF --customer René', "shop-cli customers find 'René'"],
  ['baskets create --customer 101 --billing-address-id Domplein', 'shop-cli addresses list --customer <id>'],
  ['orders create --basket rene', 'shop-cli baskets list --last 20'],
  ['customers get kuijpers', 'shop-cli customers find kuijpers'],
  ['customers erase "jo smit" --yes', "shop-cli customers find 'jo smit'"],
  ['customers delete jo smit --yes', 'shop-cli customers find "de Vries"'],
  ['customers update kuijpers --first-name Jo', 'shop-cli customers find kuijpers'],
  ['addresses list --customer kuijpers', 'shop-cli customers find kuijpers'],
  ['addresses create --customer kuijpers', 'shop-cli customers find kuijpers'],
  ['orders list --customer jan kuijpers', 'shop-cli customers find'],
  ['orders list --product blue lamp', 'Quote a value with spaces: --product "blue lamp"'],
  ['orders list --since last tuesday', 'Quote a value with spaces: --since "last tuesday"'],
  ['orders list kuijpers', 'shop-cli customers find kuijpers'],
  ['products list --search blue lamp', 'Quote a value with spaces: --search "blue lamp"'],
  ['orders get 1001,1002', 'Separate several with spaces: 1001 1002'],
  ['customers list', 'The API cannot list customers.'],
  ['customers search jo', 'The API cannot list customers.'],
  ['customers get 101,102', 'Separate several with spaces: 101 102'],
  ['customers new', "The verb is 'create'."],
  ['customers edit 101', "The verb is 'update'."],
  ['customers get 101 --json emailAddress,firstName', 'shop-cli customers find'],
  ['customers describe 101', "The verb is 'get'."],
  ['auth token', 'shop-cli doctor'],
  ['auth login --with-token', '--token-stdin'],
  ['run list', 'shop-cli imports list'],
  ['api -X POST products', 'shop-cli api POST products'],
  ['baskets get 701', 'That may be its ID. To find its key: shop-cli baskets list --all --fields id,basketKey'],
  ['baskets checkout 701', 'shop-cli orders create --basket <key>'],
  ['addresses list 101', '--customer 101'],
  // Options of products.
  ['products import a.csv --update', 'The API cannot update products.'],
  ['import --update a.csv', 'The API cannot update products.'],
  ['products diff a.csv --update', 'The API cannot update products.'],
  ['products import a.csv --force', 'shop-cli products diff <file> --worklist work.csv'],
  ['products import a.csv --overwrite', 'The API cannot update products.'],
  ['products import a.csv --vat 21', "Did you mean '--vat-included'?"],
  ['products import a.csv --separator ;', '--delimiter ";"'],
  ['products create --vat 21', 'The VAT rate: --tax-rate 21'],
  ['products create --stock 5', '--quantity 5'],
  ['products create --qty 5', '--quantity 5'],
  ['products create --article A', 'The article number: --model KB-55.'],
  ['products list --article-number A', 'The API finds a product by its SKU: --sku MUG-01'],
  ['products create --title Mug', 'The name: --name "Mug"'],
  ['products create --description Mug', 'The API has no field for it.'],
  ['products create --brand Acme', 'The API has no field for it.'],
  ['products create --online', '--status online'],
  ['products create --barcode 1', '--ean'],
  ['products list --out-of-stock', '--stock-to 0'],
  ['products list --name lamp', '--search "*lamp*"'],
  ['products list --brand Acme', '--manufacturer <id>'],
  ['products list --stock 5', '--stock-from 1 --stock-to 5'],
  ['products list --sort price', 'The API cannot sort.'],
  ['products list --online', 'The API cannot filter by status.'],
  ['products list --page 2', '--limit 20 --offset 40'],
  ['products list -L 5', '--limit 20'],
  ['products list --max-items 5', '--limit 20'],
  ['products list --format json', '--output json'],
  ['products list --csv', '--output csv'],
  ['products list --jq .[]', 'jq ".[].name"'],
  ['products list --columns sku', '--fields sku,name'],
  ['products list --debug', '--verbose'],
  ['products list --token abc', 'set SHOP_TOKEN, or run shop-cli auth login'],
  ['products list —limit 5', '—limit starts with a typographic dash, not with "--".'],
  ['products list —limit 5', 'Did you mean --limit?'],
  ['products list –limit=5', 'Did you mean --limit?'],
  ['products list --limit 5 --limit 6', '--limit is given twice, with different values.'],
  ['products create --sku A --dry-run=false', '--dry-run takes no value.'],
  // Options of people.
  ['customers create --phone 1', "Did you mean '--phone-number'?"],
  ['customers create --email jo@example.com', "Did you mean '--email-address'?"],
  ['customers create --name Jo', '--first-name Jo --last-name Smit'],
  ['customers get --email jo@example.com', 'shop-cli customers find'],
  ['orders get --id 1001', 'The ID is an argument'],
  ['customers update changes.csv', 'To pass a file: --from changes.csv'],
  ['addresses delete old.txt --customer 101', 'To pass a file: --from old.txt'],
  ['addresses update --file moved.csv', 'To pass a file: --from <file>'],
  ['customers update --id 101 --first-name Jo', 'The ID is an argument'],
  ['orders list --status open', 'The API cannot filter by status.'],
  ['orders list --state open', 'The API cannot filter by status.'],
  ['orders get --name Jo', 'shop-cli customers find'],
  ['addresses create --street Meir', "Did you mean '--street-address'?"],
  ['addresses create --postcode 2000', '--zipcode 2000'],
  ['baskets create --sku A', '--product BEL-001:3'],
  ['baskets create --quantity 3', '--product 206:3'],
  ['orders create --cart 701', '--basket <key>'],
  ['customers delete 101 --force', '--yes'],
];

test('at least 102 commands that do not exist are answered with one that does', () => {
  expect(guesses.length).toBeGreaterThanOrEqual(102);
});

sampled(4).each(guesses)('shop-cli %s does not exist, and is answered with what does', async (line, answer) => {
  const { code, out, err } = await runInSandbox(typed(line));
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(answer);
});

test.each([
  'products list --json sku,name',
  'orders list --json orderId,customer.firstName',
  'baskets list --json id,value',
])('%s, as other tools choose fields, names the option that does', async (line) => {
  const { code, out, err } = await runInSandbox(typed(line));
  expect(code).toBe(2);
  expect(`${out}${err}`).toContain(`To choose the fields: --fields ${line.split(' ').at(-1)}`);
});

test('words that are no list of fields are no fields: products list --json lamp', async () => {
  const { out, err } = await runInSandbox(typed('products list --json lamp'));
  expect(`${out}${err}`).not.toContain('--fields');
});

test('help import names the commands that import, and the one that shows imports', async () => {
  const { code, out } = await runInSandbox('help import');
  expect([code, ['products', 'customers', 'addresses'].every((noun) => out.includes(`help ${noun} import`))]).toEqual([
    0,
    true,
  ]);
});

test('no option is proposed that differs in a whole word', async () => {
  const { err } = await runInSandbox('products list --prize-from 5');
  expect(err).not.toContain('--stock-from');
  expect((await runInSandbox('products list --stok-from 5')).err).toContain("Did you mean '--stock-from'");
});

// Found nothing before: each is answered by a command that exists.
const answered: readonly (readonly [line: string, answer: string])[] = [
  ['orders list --date 2026-11-24', '--since 2026-11-24 --until 2026-11-24'],
  ['orders list --email jo@example.com', 'shop-cli customers find jansen'],
  ['orders list --name jo', 'shop-cli customers find jansen'],
  ['orders list --open', 'shop-cli baskets list --open'],
  ['orders list --paid', 'shop-cli baskets list --open'],
  ['orders list --country NL', 'shop-cli orders list --all --output-file orders.xlsx'],
  ['orders list --min-total 5', 'shop-cli orders list --all --output-file orders.xlsx'],
  ['orders list --total-from 5', 'shop-cli orders list --all --output-file orders.xlsx'],
  ['orders list --sku BEL-001', 'Orders with a product: --product BEL-001\n'],
  ['orders list --sort total', 'sort_by(.dateCreated)'],
  ['baskets list --sort value', 'sort_by(.lastModified)'],
  ['products list --sort name', 'sort_by(.name)'],
  ['addresses list --customer 101 --sort city', 'sort_by(.city)'],
  ['customers find jo --sort name', 'sort_by(.lastName)'],
  ['customers delete --all', 'Nothing deletes all at once.'],
  ['imports delete --all', '--older-than 90d'],
  ['orders address 1001', 'shop-cli orders get <order-id> --full'],
  ['baskets products add', 'shop-cli baskets items add <key> --product <id>'],
  ['customer carter', "'shop-cli customers find carter'"],
  ['customers find --email jo@example.com', 'shop-cli customers find "jo@example.com"'],
  ['customers find --phone 06', 'shop-cli customers find "jo@example.com"'],
  ['customers find --fuzzy jo', '--live'],
  ...['forget', 'gdpr', 'anonymize'].map((verb) => [`customers ${verb} 101`, 'shop-cli customers erase <id>'] as const),
  ['customers merge 1 2', 'The API cannot merge customers.'],
  ['customers history 101', 'shop-cli customers get <id> --full'],
  ['customers lookup jo', 'shop-cli customers find jansen'],
  ['addresses move', 'shop-cli addresses update <address-id> --customer <id>'],
  ['gdpr export', 'shop-cli customers get <id> --full --json'],
  ['--lang de', 'shop-cli products list --language de'],
  ['products list --lang de', '--language de'],
  ['store', 'shop-cli auth status'],
  ...['errors', 'explain 7', 'whatis 7'].map((line) => [line, 'shop-cli help exit-codes'] as const),
  ...['open', 'web'].map((line) => [line, 'shop-cli products get <id or SKU> --fields urlAbs'] as const),
  ['alias', "'shop-cli --help'"],
  ['products list --no-header', '--quiet'],
  ['products list --template x', '--fields id,name'],
];

test.each(answered)('%s is answered by what there is', async (line, answer) => {
  const { code, err } = await runInSandbox(line);
  expect([code, err]).toEqual([2, expect.stringContaining(answer)]);
  const advice = err.replace(/^Run '.*$/m, '').replace('shop-cli help exit-codes', '');
  const named = [...advice.matchAll(/(?:: |')shop-cli ([a-z][a-z -]*)/g)].map(([, words = '']) => commandOf(words));
  const pages = await Promise.all(named.map((words) => shopCli(`${words} --help`)));
  const usages = pages.map(({ out }) => /^Usage: shop-cli ([a-z]+(?: [a-z]+)*)/.exec(out)?.[1]);
  expect(usages).toEqual(named);
});

/** The words of a command, without what follows: `customers find` of `customers find jansen`. */
const commandOf = (words: string): string =>
  words
    .split(' ')
    .slice(0, words.startsWith('baskets items') ? 3 : 2)
    .join(' ');
