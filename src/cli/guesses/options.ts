import { whereToFind } from '../../resources/where-to-find.ts';
import { importOptionGuesses } from './import-options.ts';
import { jobGuesses } from './job-options.ts';
import { ofLists } from './list-options.ts';
import type { OptionGuess } from './option-guess.ts';
import { noField, noUpdate, rerun } from './sentences.ts';

const updating = ['--update', '--upsert', '--force', '--overwrite', '--replace', '--sync'];
const byPerson = ['--email', '--name', '--phone', '--email-address', '--last-name'];
const byId = `It can be found only by its ID. ${whereToFind.customer}`;

const byStatus = (comparison: '==' | '!='): string =>
  `The API cannot filter by status. To filter the output: --all --json | jq "map(select((.status | tonumber) ${comparison} 1))"`;

const optionGuesses: readonly OptionGuess[] = [
  ...jobGuesses,
  ...importOptionGuesses,
  { words: updating, beside: '--on-existing', advice: noUpdate },
  { words: updating, beside: '--worklist', advice: noUpdate },
  { words: updating, beside: 'products', advice: noUpdate },
  { words: updating, beside: 'imports', advice: noUpdate },
  { words: ['--resume', '--continue', '--retry'], beside: '--on-existing', advice: rerun },
  ...ofLists,
  { words: ['--online', '--visible'], beside: '--status', advice: 'To put it online: --status online' },
  { words: ['--offline', '--hidden'], beside: '--status', advice: 'To keep it offline: --status offline' },
  { words: ['--online', '--visible', '--status', '--active'], beside: '--search', advice: byStatus('==') },
  { words: ['--offline', '--hidden', '--inactive'], beside: '--search', advice: byStatus('!=') },
  { words: ['--low-stock'], beside: '--stock-to', advice: 'To list products that are nearly sold out: --stock-to 5' },
  {
    words: ['--price', '--price-from', '--price-to', '--min-price', '--max-price'],
    beside: '--search',
    advice:
      'The API cannot filter by price. To filter in a spreadsheet: shop-cli products export --output-file products.xlsx',
  },
  {
    words: ['--filter', '--where'],
    beside: '--search',
    advice: 'To filter: --search "*lamp*", --category <id>, --stock-from 1, --stock-to 5. Others: --all --json | jq',
  },
  { words: ['--count'], beside: '--search', advice: 'To count: --limit 1 --envelope --json | jq .numRows' },
  {
    words: ['--street', '--street-address', '--city', '--zipcode', '--postcode', '--house-number', '--country'],
    beside: 'customers update',
    advice: 'An address is a separate record: shop-cli addresses update --customer <id>',
  },
  { words: ['--today'], beside: '--since', advice: 'Orders from today: --since today' },
  { words: ['--yesterday'], beside: '--since', advice: 'Orders from yesterday: --since yesterday --until yesterday' },
  { words: ['--from', '--after'], beside: '--since', advice: 'From this day on: --since 2026-11-24, yesterday, 7d' },
  { words: ['--to', '--before'], beside: '--until', advice: 'Up to and including this day: --until 2026-11-24' },
  { words: ['--since', '--until', '--last'], beside: 'imports list', advice: 'Every import: shop-cli imports list' },
  {
    words: ['--pdf', '--print'],
    beside: 'orders get',
    advice: 'The API has no PDF of an order. Print it in the back office of the shop.',
  },
  {
    words: ['--abandoned', '--unpaid', '--not-ordered'],
    beside: '--open',
    advice: 'Baskets without an order: --open',
  },
  { words: ['--page'], beside: '--limit', advice: 'To fetch page 3 of 20 each: --limit 20 --offset 40' },
  {
    words: ['--per-page', '--page-size', '--max', '--max-items', '--count', '--top', '-L', '-n'],
    beside: '--limit',
    advice: 'To fetch 20 at a time: --limit 20',
  },
  { words: ['--out-of-stock', '--sold-out'], beside: '--stock-to', advice: 'To list sold-out products: --stock-to 0' },
  { words: ['--in-stock'], beside: '--stock-from', advice: 'To list products in stock: --stock-from 1' },
  { words: ['--name', '--title', '--query', '-s'], beside: '--search', advice: 'To search by name: --search "*lamp*"' },
  { words: ['--brand'], beside: '--manufacturer', advice: 'To list the products of a brand: --manufacturer <id>' },
  {
    words: ['--stock', '--qty', '--amount'],
    beside: '--stock-from',
    advice: 'To filter by stock: --stock-from 1 --stock-to 5',
  },
  {
    words: ['--stock', '--qty', '--amount', '--count'],
    beside: '--quantity',
    advice: 'The number of pieces: --quantity 5',
  },
  {
    words: ['--quantity', '--qty', '--amount'],
    beside: '--product',
    advice: 'The quantity follows the product: --product 206:3',
  },
  { words: ['--sku', '--id', '--item'], beside: '--product', advice: 'ID or SKU, and quantity: --product BEL-001:3' },
  {
    words: ['--article', '--item-number', '--code'],
    beside: '--model',
    advice: 'The article number: --model KB-55. The SKU, which identifies the product: --sku MUG-01',
  },
  {
    words: ['--article-number', '--article', '--item-number', '--code'],
    beside: '--sku',
    advice: 'The API finds a product by its SKU: --sku MUG-01',
  },
  { words: ['--barcode', '--gtin', '--upc'], beside: '--ean', advice: 'The barcode: --ean 8711234567892' },
  { words: ['--title'], beside: '--name', advice: 'The name: --name "Mug"' },
  { words: ['--vat', '--tax', '--vat-rate'], beside: '--tax-rate', advice: 'The VAT rate: --tax-rate 21' },
  {
    words: ['--vat', '--tax', '--vat-rate'],
    beside: '--vat-included',
    advice: 'To remove VAT from the prices: --vat-included 21. To set the rate of every row: --set taxRate=21',
  },
  {
    words: ['--cost', '--cost-price'],
    beside: '--purchase-price',
    advice: 'The purchase price: --purchase-price 3.50',
  },
  {
    words: ['--description', '--brand', '--weight', '--supplier', '--color'],
    beside: '--purchase-price',
    advice: noField,
  },
  { words: ['--name'], beside: '--first-name', advice: 'The name has two parts: --first-name Jo --last-name Smit' },
  {
    words: ['--telephone', '--mobile', '--cell'],
    beside: '--phone-number',
    advice: 'The phone number: --phone-number 0612345678',
  },
  {
    words: ['--mail', '--e-mail', '--username'],
    beside: '--email-address',
    advice: 'The e-mail address: --email-address jo@example.com',
  },
  { words: ['--postcode', '--postal-code'], beside: '--zipcode', advice: 'The postcode: --zipcode 2000' },
  { words: ['--number'], beside: '--house-number', advice: 'The house number: --house-number 1, or 1a' },
  { words: ['--vat-number', '--vat'], beside: '--btw-number', advice: 'The VAT number: --btw-number NL001234567B01' },
  {
    words: ['--coc-number', '--coc'],
    beside: '--kvk-number',
    advice: 'The chamber of commerce number: --kvk-number 12345678',
  },
  {
    words: ['--customer', '--customer-id'],
    beside: 'orders create',
    advice: 'An order is made from a basket of the customer: shop-cli baskets list --customer <id> --open',
  },
  { words: ['--cart', '--basket-key', '--key'], beside: '--basket', advice: 'The key of the basket: --basket <key>' },
  {
    words: ['--status', '--state'],
    beside: 'orders list',
    advice: byStatus('=='),
  },
  ...['customers get', 'customers update', 'customers delete', 'addresses get', 'orders get', 'orders delete'].map(
    (beside) => ({ words: ['--id'], beside, advice: 'The ID is an argument: shop-cli orders get 1001' }),
  ),
  { words: byPerson, beside: 'customers get', advice: byId },
  { words: byPerson, beside: 'orders get', advice: byId },
  { words: ['--force', '-f'], beside: '--yes', advice: 'To skip confirmations: --yes' },
  {
    words: ['--format'],
    beside: '--output',
    advice: 'To choose the format: --output json, or table, ndjson, csv, yaml',
  },
  {
    words: ['--file', '--csv', '--excel', '--input', '--input-file', '--import', '--ids'],
    beside: '--from',
    advice: 'To pass a file: --from <file>',
  },
  { words: ['--csv', '--xml', '--yaml', '--table'], beside: '--output', advice: 'To choose the format: --output csv' },
  { words: ['--out', '--file', '--save'], beside: '--output-file', advice: 'To write to a file: --output-file <file>' },
  {
    words: ['-X', '--method', '--request'],
    beside: '--raw-field',
    advice: 'The method is an argument: shop-cli api POST products -f name=Mug',
  },
  { words: ['--jq'], beside: '--json', advice: 'To filter the output: --json | jq ".[].name"' },
  { words: ['--columns', '--select'], beside: '--fields', advice: 'To choose the columns: --fields sku,name' },
  {
    words: ['--url', '--host', '--shop', '--site'],
    beside: '--store',
    advice: 'To choose the store: --store https://shop.example',
  },
  {
    words: ['--token', '--api-key', '--key'],
    beside: '--store',
    advice: 'Other processes can read arguments: set SHOP_TOKEN, or run shop-cli auth login',
  },
  {
    words: ['--with-token'],
    beside: '--token-stdin',
    advice: 'To read the token from stdin: --token-stdin. From a file: --token-file <file>',
  },
  { words: ['--env', '--account'], beside: '--profile', advice: 'To choose a profile: --profile <name>' },
  { words: ['--debug', '--trace'], beside: '--verbose', advice: 'To see each request: --verbose' },
  { words: ['--silent'], beside: '--quiet', advice: 'To print only IDs: --quiet' },
  { words: ['--insecure', '-k'], beside: '--ca-file', advice: 'To trust your own authority: --ca-file <file>' },
  {
    words: ['--test', '--simulate', '--preview', '--check'],
    beside: '--dry-run',
    advice: 'To show what would be sent: --dry-run',
  },
];

/**
 * What there is instead of an option.
 * @param path of the command: `customers get`
 * @param options of the command, such as `--full`
 */
export const guessedOption = (typed: string, path: string, options: readonly string[]): string | undefined =>
  optionGuesses.find(({ words, beside }) => words.includes(typed) && [path, ...options].includes(beside))?.advice;
