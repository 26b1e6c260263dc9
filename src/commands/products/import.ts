import type { CommandDefinition } from '../../cli/command.ts';
import { products } from '../../client/endpoints/products.ts';
import { importCommand } from '../shared/import/import.ts';

/** `shop-cli products import`: `POST /products`, once for every row. */
export const definition: CommandDefinition = importCommand(products, {
  lasting: 'The API cannot change or delete products: what is sent stays.',
  caution: 'Prices must exclude VAT (see --vat-included). Products cannot be changed later.',
  details:
    'Checks every row before sending anything, skips products that exist, and continues after an interruption when you rerun it. For formats, columns and recovery, see docs/import.md.',
  examples: [
    ['products export --output-file products.csv', 'Get a file to start from'],
    ['products import products.csv --dry-run', 'Check the file without sending anything'],
    ['products import products.csv --rejected rejected.csv', 'Import it and save rejected rows to fix'],
  ],
  seeAlso: ['imports show', 'imports apply'],
});
