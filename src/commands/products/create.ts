import type { CommandDefinition } from '../../cli/command.ts';
import { createAndReadProduct } from '../../client/endpoints/products.ts';
import { addBodyOptions } from '../../input/body.ts';
import { flagOf } from '../../input/options.ts';
import { missingFault } from '../../resources/draft.ts';
import type { Fault } from '../../resources/draft-fields.ts';
import { isBlank } from '../../resources/draft-values.ts';
import type { Answers, Form } from '../../resources/form.ts';
import { identifying, type NewProduct, newProduct, product } from '../../resources/products.ts';
import { formatMoney } from '../../text/money.ts';
import { createOne } from '../shared/create.ts';
import { promptsFor } from '../shared/pick.ts';
import { duplicateCheck } from './duplicates.ts';
import { addTextLanguageOption, readTextLanguage } from './filters.ts';

/** `shop-cli products create`: `POST /products`, sent once. */
export const create: CommandDefinition = {
  details:
    `At least one of ${identifying.map(flagOf).join(', ')} is required. ` +
    'If the SKU or EAN exists in the store, nothing is created; at a terminal, shop-cli asks first.\n\n' +
    'The request is sent once. If the answer is lost, the exit code is 10: check with products get --sku before you retry.',
  examples: [
    [
      'products create --sku "MUG-01" --name "Mug" --price 7.50 --quantity 20',
      'Create a product with a price and stock',
    ],
    [
      'products create --sku "MUG-02" --name "Mok" --tax-rate 21 --status offline',
      'Create a product that is not visible in the shop yet',
    ],
  ],
  seeAlso: ['products list', 'products import'],
  result: product,
  isWrite: true,
  options: (command) => {
    addBodyOptions(command, newProduct);
    command.option('--allow-duplicate', 'create it even if its SKU or EAN exists');
    addTextLanguageOption(command);
  },
  async run(session, raw) {
    const language = readTextLanguage(session, raw);
    const { curl, dryRun } = session.options;
    const refuseDuplicate =
      raw.allowDuplicate || curl || dryRun ? undefined : duplicateCheck(session, promptsFor(session, raw, false));
    await createOne(session, {
      noun: 'product',
      draft: newProduct,
      record: product,
      source: { raw, context: session.context },
      note: permanent,
      missing: missingIdentity,
      invalid: priceFaults,
      form: async () => productForm(await import('../../resources/form.ts')),
      command: [
        'products',
        'create',
        ...(raw.allowDuplicate === true ? ['--allow-duplicate'] : []),
        ...(typeof raw.language === 'string' ? ['--language', raw.language] : []),
      ],
      send: async (connection, draft) => {
        await refuseDuplicate?.(connection, draft);
        if (isFree(draft))
          await session.notice(`Warning: the product has ${draft.price ? 'a price of 0' : 'no price'}.`);
        return await createAndReadProduct(connection, draft, { language });
      },
    });
    return 0;
  },
};

const permanent = 'The API cannot update or delete products: to undo this, use the back office.';

/** A `--body` is read as a store's JSON is, where a price may be negative. */
const priceFaults = ({ price }: NewProduct): readonly Fault[] =>
  price && price.units < 0n
    ? [{ field: 'price', value: formatMoney(price), message: `must be ${newProduct.fields.price.kind.expects}` }]
    : [];

const isFree = ({ price }: NewProduct): boolean => (price?.units ?? 0n) === 0n;

const isAnonymous = (values: Answers): boolean => identifying.every((name) => isBlank(values[name]));

const [first, ...others] = identifying;

const missingIdentity = (values: Answers): readonly Fault[] =>
  isAnonymous(values)
    ? [{ ...missingFault(first), message: `is required, or one of ${others.map(flagOf).join(', ')}` }]
    : [];

/** Asks for what most products have; the name is required where nothing else identifies the product. */
const productForm = ({ formOf, onlyFields }: typeof import('../../resources/form.ts')): Form =>
  formOf(newProduct.fields, {
    order: onlyFields(['sku', 'ean', 'model', 'name', 'price', 'taxRate', 'quantity', 'status', 'categoryId']),
    isRequired: (field, answers) => field === 'name' && isAnonymous({ ...answers, name: undefined }),
  });
