import type { CommandGuess } from './command-guess.ts';
import { inBackOffice } from './sentences.ts';

/** Words for what a shop has besides records, and what people ask the help about. */
export const ofTopics: readonly CommandGuess[] = [
  {
    after: '',
    words: ['wishlist', 'wishlists', 'tags', 'tag', 'reviews', 'shipping', 'shipment', 'attributes', 'variants'],
    advice: `The API has none of these. ${inBackOffice}`,
  },
  {
    after: '',
    words: ['images', 'image', 'photos', 'media'],
    advice: `The API cannot upload images. ${inBackOffice} To see the image of a product: shop-cli products get <id or SKU> --fields image`,
  },
  {
    after: '',
    words: ['vat', 'tax', 'taxes', 'btw', 'mwst'],
    advice:
      'Each product has a VAT rate: shop-cli products list --fields sku,price,taxRate. Prices of a file that include VAT: shop-cli products import <file> --vat-included 21',
  },
  {
    after: '',
    words: ['report', 'reports', 'revenue', 'sales', 'turnover', 'omzet', 'umsatz'],
    advice: 'To see what was ordered, in a spreadsheet: shop-cli orders list --all --output-file orders.xlsx',
  },
  {
    after: '',
    words: ['sql', 'query', 'graphql'],
    advice:
      'To filter what a list has: shop-cli products list --all --json | jq. Any request: shop-cli api GET products',
  },
  { after: '', words: ['demo', 'try', 'playground'], advice: 'To try it without a store: shop-cli sandbox' },
  {
    after: '',
    words: ['restore'],
    advice: 'To create products from a file again: shop-cli products import <file>. Nothing restores what was deleted',
  },
  {
    after: '',
    words: ['csv', 'excel', 'xlsx', 'columns', 'mapping', 'files'],
    advice:
      'How files are read: shop-cli help products import. A file with the columns: shop-cli template --output-file products.xlsx',
  },
  {
    after: '',
    words: ['dates', 'date', 'time', 'periods'],
    advice: 'How periods are written: shop-cli help orders list. Such as --since yesterday, 7d or 2026-11-24',
  },
  {
    after: '',
    words: ['ci', 'github', 'gitlab', 'pipeline', 'automation'],
    advice:
      'What a job sets: shop-cli help environment. What it should check: shop-cli help exit-codes. An import: shop-cli help products import',
  },
  { after: 'products', words: ['apply'], advice: 'To send a plan that was approved: shop-cli imports apply <plan>' },
];
