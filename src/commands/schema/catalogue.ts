import { newProduct } from '../../resources/products.ts';
import type { Schema } from './record-schema.ts';

/** Whole numbers have at most fifteen digits: more do not fit into every JSON number. */
const most = 999_999_999_999_999;
const control = '\\x00-\\x1f\\x7f-\\x9f';
/** Spaces around a code are refused, since a store may keep them. */
const code = `[^\\s${control}]([^${control}]*[^\\s${control}])?`;
/** An EAN that a spreadsheet has rounded: 8,71235E+12. */
const rounded = '\\d+([.,]\\d+)?[eE]\\+?\\d+';

/** A store may write 21.0000, which products export keeps; Table Schema takes only 21 for an integer. */
const wholeNumber = 'A whole number; zeros after the decimal point are allowed.';

/** What Table Schema says of the columns of a kind. */
const kinds: Readonly<Record<string, Schema>> = {
  money: { type: 'number', decimalChar: '.', example: '12.50' },
  id: { type: 'integer', example: '12', constraints: { minimum: 1, maximum: most } },
  percent: {
    type: 'number',
    example: '21',
    constraints: { minimum: 0, maximum: 100 },
    description: `${wholeNumber} 5.5 is rejected, because the store would round it to 5 or 6.`,
  },
  count: { type: 'number', example: '48', constraints: { minimum: -most, maximum: most }, description: wholeNumber },
  choice: {
    type: 'string',
    example: 'online',
    description: 'Case does not matter.',
    constraints: { enum: newProduct.fields.status.kind.words?.() ?? [] },
  },
  code: { type: 'string', example: 'LAMP-12', constraints: { pattern: code } },
  text: { type: 'string', example: '', constraints: { pattern: '[^\\x00]*' } },
};

/** What it says of one column instead. */
const columns: Readonly<Record<string, Schema>> = {
  ean: { example: '8712345678906', constraints: { pattern: `(?!${rounded}$)${code}` } },
  name: { example: 'Desk lamp, oak', constraints: { required: true, pattern: '[^\\x00]*[^\\s\\x00][^\\x00]*' } },
  price: { constraints: { minimum: 0 } },
  image: { example: 'lamp.jpg' },
  imageAlt: { example: 'An oak lamp' },
};

/**
 * The columns of an import file, in the order of `products export`. What an import refuses is refused here as far as
 * Table Schema can say it, and every file that follows it is read as it is meant.
 */
export const catalogue = {
  $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
  description:
    'A row needs a name, and an SKU or an EAN. Other columns may be missing, and unknown ones are ignored. products import also reads other delimiters, decimal commas and headings, and detects them.',
  fields: Object.entries(newProduct.fields).map(([name, { about, kind }]) => ({
    name,
    title: about,
    ...kinds[kind.name],
    ...columns[name],
  })),
  missingValues: [''],
  uniqueKeys: [['sku']],
};
