// What people type who have not looked anything up, and what there is instead. Words and sentences alone: a new guess is a
// line here, and one in test/cli/guesses.test.ts.

import { whereToFind } from '../../resources/where-to-find.ts';
import type { CommandGuess } from './command-guess.ts';
import { ofImports } from './import-commands.ts';
import { ofOtherLanguages } from './other-languages.ts';
import { ofPeople } from './people-commands.ts';
import { findDifferences, inBackOffice, noUpdate, rerun, takeBack } from './sentences.ts';
import { ofTopics } from './topics.ts';

const checkFile = 'To check a file without sending it: shop-cli products import <file> --dry-run';
const searchProducts = 'To search: shop-cli products list --search "*lamp*"';
const countProducts = 'To count products: shop-cli products list --limit 1 --envelope --json | jq .numRows';
const seeStock = 'To see stock and price: shop-cli products get <id or SKU> --fields sku,quantity,price';
const savePlan =
  'To save what an import would send, for approval: shop-cli products import <file> --save-plan import.plan';
const exportProducts = 'To write a file: shop-cli products export --output-file products.csv';

const commandGuesses: readonly CommandGuess[] = [
  { after: '', words: ['sync', 'upsert', 'publish', 'set', 'edit', 'change'], advice: noUpdate },
  { after: '', words: ['init', 'setup', 'configure', 'connect'], advice: 'To save a store: shop-cli auth login' },
  {
    after: '',
    words: ['config', 'settings', 'env'],
    advice: 'To see every setting and its source: shop-cli doctor. To list the profiles: shop-cli auth list',
  },
  { after: '', words: ['profiles', 'profile', 'stores', 'accounts'], advice: 'To list them: shop-cli auth list' },
  { after: '', words: ['use', 'select'], advice: 'To choose a profile: shop-cli auth switch <profile>' },
  {
    after: '',
    words: ['search', 'find'],
    advice: `Products: shop-cli products list --search "*lamp*". People and orders: shop-cli customers find jansen`,
  },
  { after: '', words: ['count', 'stats'], advice: countProducts },
  { after: '', words: ['carts', 'cart'], advice: 'Here they are called baskets: shop-cli baskets list --last 20' },
  {
    after: '',
    words: ['clients', 'users', 'contacts'],
    advice: `Here they are called customers. ${whereToFind.customer}`,
  },
  {
    after: '',
    words: ['articles', 'catalog', 'catalogue'],
    advice: 'Here they are called products: shop-cli products list',
  },
  {
    after: '',
    words: ['categories', 'category'],
    advice:
      'The API cannot list categories. To see the category of each product: shop-cli products list --fields sku,category',
  },
  {
    after: '',
    words: ['invoices', 'invoice', 'payments', 'shipments', 'refunds', 'coupons', 'discounts'],
    advice: `The API has none of these. ${inBackOffice}`,
  },
  {
    after: '',
    words: ['webhooks', 'webhook', 'events'],
    advice: 'The API has no webhooks. To see what changed: shop-cli products diff <file>',
  },
  {
    after: '',
    words: ['logs', 'log', 'history'],
    advice: 'To see earlier imports: shop-cli imports list. To see each request of a command: --verbose',
  },
  {
    after: '',
    words: ['runs', 'run', 'jobs', 'job'],
    advice: 'To see the imports of this machine: shop-cli imports list',
  },
  {
    after: '',
    words: ['exit-codes', 'exitcodes', 'codes'],
    advice: 'What each exit code means: shop-cli help exit-codes',
  },
  { after: '', words: ['validate', 'check', 'lint'], advice: checkFile },
  { after: '', words: ['upload'], advice: 'To create products from a file: shop-cli products import <file>' },
  { after: '', words: ['download', 'backup', 'dump'], advice: exportProducts },
  { after: '', words: ['plan'], advice: savePlan },
  { after: '', words: ['compare'], advice: findDifferences },
  { after: '', words: ['ls', 'dir'], advice: 'To list products: shop-cli products list. Other lists: shop-cli help' },
  {
    after: '',
    words: ['docs', 'man', 'manual', 'documentation'],
    advice: 'To read about a command: shop-cli help products import. About all commands: shop-cli help',
  },
  {
    after: '',
    words: ['upgrade', 'self-update'],
    advice: 'To update, install the newer package with npm, as you installed this one',
  },
  {
    after: '',
    words: ['stock', 'inventory', 'low'],
    advice:
      'To list products that are nearly sold out: shop-cli products list --stock-to 5. Of one product: shop-cli products get <id or SKU> --fields sku,quantity',
  },
  { after: '', words: ['undo', 'rollback', 'revert'], advice: takeBack },
  { after: '', words: ['resume', 'retry', 'continue'], advice: rerun },
  { after: '', words: ['ping', 'test', 'health', 'healthcheck'], advice: 'To check the connection: shop-cli doctor' },
  {
    after: '',
    words: ['status'],
    advice: 'To see the store: shop-cli auth status. To see imports: shop-cli imports list',
  },

  { after: 'auth', words: ['use', 'select', 'set'], advice: 'To choose a profile: shop-cli auth switch <profile>' },
  { after: 'auth', words: ['add', 'new', 'create'], advice: 'To add a profile: shop-cli auth login <profile>' },
  {
    after: 'auth',
    words: ['remove', 'delete', 'rm'],
    advice: 'To remove a profile and its settings: shop-cli auth logout <profile> --forget',
  },
  { after: 'auth', words: ['whoami', 'show', 'current'], advice: 'To see the store: shop-cli auth status' },

  { after: 'products', words: ['validate', 'check', 'lint'], advice: checkFile },
  { after: 'products', words: ['search', 'find'], advice: searchProducts },
  { after: 'products', words: ['count'], advice: countProducts },
  { after: 'products', words: ['template'], advice: 'To write a template file: shop-cli template' },
  { after: 'customers', words: ['template'], advice: 'To write a template file: shop-cli template customers' },
  { after: 'addresses', words: ['template'], advice: 'To write a template file: shop-cli template addresses' },
  { after: 'products', words: ['sync', 'upsert', 'edit', 'set', 'publish', 'archive'], advice: noUpdate },
  { after: 'products', words: ['upload'], advice: 'To create products from a file: shop-cli products import <file>' },
  { after: 'products', words: ['download', 'dump', 'backup'], advice: exportProducts },
  { after: 'products', words: ['plan'], advice: savePlan },
  { after: 'products', words: ['compare'], advice: findDifferences },
  { after: '', words: ['price', 'prices', 'stock'], advice: seeStock },
  { after: 'products', words: ['stock', 'price', 'quantity', 'inventory'], advice: seeStock },
  {
    after: 'products',
    words: ['open', 'browse', 'url'],
    advice: 'To see the URL of its page: shop-cli products get <id or SKU> --fields urlAbs',
  },

  ...ofImports,

  {
    after: 'orders',
    words: ['cancel'],
    advice: `The API cannot cancel orders. ${inBackOffice} To delete one permanently: shop-cli orders delete <order-id>`,
  },
  {
    after: 'orders',
    words: ['ship', 'refund', 'invoice', 'pay', 'return', 'fulfill', 'complete', 'pdf'],
    advice: `The API cannot do this. ${inBackOffice}`,
  },
  {
    after: 'orders',
    words: ['print', 'receipt'],
    advice:
      'To see the receipt of an order: shop-cli orders get <order-id>. To print an invoice, use the back office of the shop.',
  },
  {
    after: 'orders',
    words: ['today', 'yesterday', 'new', 'recent', 'latest'],
    advice: 'Orders from today: shop-cli orders list --since today. The newest: shop-cli orders list --last 20',
  },
  { after: 'orders', words: ['status', 'open', 'track'], advice: 'To see an order: shop-cli orders get <order-id>' },
  {
    after: 'orders',
    words: ['export', 'search', 'find', 'count'],
    advice: `To list the orders that baskets refer to: shop-cli orders list --all. ${whereToFind.customer}`,
  },

  {
    after: 'customers',
    words: ['search', 'export', 'count', 'import'],
    advice: `The API cannot list customers. ${whereToFind.customer}`,
  },

  {
    after: 'customers',
    words: ['orders', 'baskets', 'addresses', 'address'],
    advice:
      'For one customer: shop-cli orders list --customer <id>, and also baskets list and addresses list. For all of it at once: shop-cli customers get <id> --full',
  },

  {
    after: 'baskets',
    words: ['checkout', 'order'],
    advice: 'To order a basket: shop-cli orders create --basket <key>',
  },
  {
    after: 'baskets',
    words: ['add', 'products', 'product', 'lines'],
    advice:
      'To add products: shop-cli baskets items add <key> --product <id>. To list them: shop-cli baskets items list <key>',
  },
  { after: 'baskets', words: ['clear', 'empty'], advice: 'To delete it: shop-cli baskets delete <key>' },

  ...ofPeople,
  ...ofOtherLanguages,
  ...ofTopics,

  { after: 'auth', words: ['token'], advice: 'Tokens are not shown. To check the one in use: shop-cli doctor' },

  { after: '*', words: ['describe', 'inspect', 'read'], advice: "The verb is 'get'." },
  { after: '*', words: ['add', 'new'], advice: "The verb is 'create'." },
  { after: '*', words: ['edit', 'set', 'change', 'modify'], advice: "The verb is 'update'." },
];

/** What there is instead of a word in the place of a command. @param after the last word before it; '' for none */
export const guessedCommand = (after: string, word: string): string | undefined =>
  commandGuesses.find(
    (guess) =>
      (guess.after === after || (guess.after === '*' && after !== '')) && guess.words.includes(word.toLowerCase()),
  )?.advice;
