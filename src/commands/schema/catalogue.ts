import type { DraftField } from '../../resources/draft-fields.ts';
import { newProduct } from '../../resources/products.ts';
import type { Schema } from './record-schema.ts';

/** Whole numbers have at most fifteen digits: more do not fit into every JSON number. */
const most = 999_999_999_999_999;
/** Of codes. Spaces around them are refused, since a store may keep them. */
const [space, control] = ['\\s', '\\x00-\\x1f\\x7f-\\x9f'];
const code = `[^${space}${control}]([^${control}]*[^${space}${control}])?`;
/** An EAN that a spreadsheet has rounded: 8,71235E+12. */
const rounded = '\\d+([.,]\\d+)?[eE]\\+?\\d+';

/** A store may write 21.0000, which products export keeps; Table Schema takes only 21 for an integer. */
const wholeNumber = 'A whole number; zeros after the decimal point are allowed.';

const texts: Readonly<Record<string, string>> = { name: 'Desk lamp, oak', image: 'lamp.jpg', imageAlt: 'An oak lamp' };

/**
 * The columns of an import file, in the order of `products export`. What an import refuses is refused here as far as
 * Table Schema can say it, and every file that follows it is read as it is meant.
 */
export const catalogue = {
  $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
  description:
    'A row needs a name, and an SKU or an EAN. Other columns may be missing, and unknown ones are ignored. products import also reads other delimiters, decimal commas and headings, and detects them.',
  fields: Object.entries(newProduct.fields).map(([name, field]) => ({
    ...{ name, title: field.about },
    ...columnOf(name, field),
  })),
  missingValues: [''],
  uniqueKeys: [['sku']],
};

function columnOf(name: string, { kind }: DraftField): Schema {
  const isRequired = name === 'name';
  switch (kind.name) {
    case 'money':
      return {
        ...{ type: 'number', decimalChar: '.', example: '12.50' },
        ...(name === 'price' && { constraints: { minimum: 0 } }),
      };
    case 'id':
      return { type: 'integer', example: '12', constraints: { minimum: 1, maximum: most } };
    case 'percent':
      return {
        ...{ type: 'number', example: '21', constraints: { minimum: 0, maximum: 100 } },
        description: `${wholeNumber} 5.5 is rejected, because the store would round it to 5 or 6.`,
      };
    case 'count':
      return {
        ...{ type: 'number', example: '48', constraints: { minimum: -most, maximum: most } },
        description: wholeNumber,
      };
    case 'choice':
      return {
        ...{ type: 'string', example: 'online', description: 'Case does not matter.' },
        constraints: { enum: kind.words?.() ?? [] },
      };
    case 'code':
      return {
        ...{ type: 'string', example: name === 'ean' ? '8712345678906' : 'LAMP-12' },
        constraints: { pattern: name === 'ean' ? `(?!${rounded}$)${code}` : code },
      };
    default:
      return {
        ...{ type: 'string', example: texts[name] ?? '' },
        constraints: isRequired
          ? { required: true, pattern: '[^\\x00]*[^\\s\\x00][^\\x00]*' }
          : { pattern: '[^\\x00]*' },
      };
  }
}
