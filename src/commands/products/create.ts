import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { createAndReadProduct, productAt } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { addBodyOptions } from '../../input/body.ts';
import { flagOf } from '../../input/options.ts';
import { missingFault } from '../../resources/draft.ts';
import { type Fault, isBlank } from '../../resources/draft-fields.ts';
import type { Answers, Form } from '../../resources/form.ts';
import {
  identifying,
  type NewProduct,
  newProduct,
  onlineStatus,
  type Product,
  product,
  recordPaths,
} from '../../resources/products.ts';
import { safe } from '../../text/escape.ts';
import { createOne, type Objection } from '../shared/create.ts';
import { addTextLanguageOption, readTextLanguage } from '../shared/text-language.ts';
import { findBeforeWrite } from './before-write.ts';

/** `shop-cli products create`: `POST /products`, sent once. */
export const definition: CommandDefinition = {
  caution: 'Prices are without VAT. The API cannot change or delete a product later.',
  details:
    `At least one of ${identifying.map(flagOf).join(', ')} is required. ` +
    'If the SKU or EAN exists in the store, shop-cli creates nothing unless you pass --allow-duplicate. ' +
    'If the check digit of an EAN is wrong, you get a warning, as in an import.',
  exitCodes: { 10: 'outcome unknown or wrong: check with products get --sku before retrying' },
  examples: [
    [
      'products create --sku "MUG-01" --name "Mug" --price 7.50 --quantity 20',
      'Create a product with a price and stock',
    ],
    [
      'products create --sku "MUG-02" --name "Large mug" --tax-rate 21 --status offline',
      'Create a product that customers do not see yet',
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
    await createOne(session, {
      noun: 'product',
      draft: newProduct,
      record: product,
      source: { raw, context: session.context },
      note: permanent,
      isPermanent: true,
      caution: warningsOf,
      missing: missingIdentity,
      form: async () => productForm(await import('../../resources/form.ts')),
      command: [
        'products',
        'create',
        ...(raw.allowDuplicate === true ? ['--allow-duplicate'] : []),
        ...(typeof raw.language === 'string' ? ['--language', raw.language] : []),
      ],
      objection: async (connection, values) =>
        raw.allowDuplicate || curl || dryRun ? undefined : await duplicateOf(session, connection, values),
      at: (id) => productAt(id, { language }),
      places: recordPaths,
      send: async (connection, draft) => await createAndReadProduct(connection, draft, { language }),
    });
  },
};

const permanent = 'The API cannot update or delete products: to undo this, use the back office.';

/** What an import warns of in such a row too, and a price that is missing. */
async function warningsOf(values: NewProduct): Promise<readonly string[]> {
  const { doubtfulCodes } = await import('../../import/map/rows/doubts.ts');
  const { importableProducts } = await import('../../resources/importable-products.ts');
  const doubts = doubtfulCodes(importableProducts, values).map((doubt) => `Warning: ${doubt}.`);
  return [doubts, freeWarning(values) ?? []].flat();
}

function freeWarning({ price, status }: NewProduct): string | undefined {
  if ((price?.units ?? 0n) !== 0n) return undefined;
  const sold = status === onlineStatus.offline ? '' : ' Customers who see it can order it for 0.00.';
  return `Warning: the product has ${price ? 'a price of 0' : 'no price'}.${sold}`;
}

const isAnonymous = (values: Answers): boolean => identifying.every((name) => isBlank(values[name]));

const [first, ...others] = identifying;

const missingIdentity = (values: Answers): readonly Fault[] =>
  isAnonymous(values) ? [missingFault(first, { or: `one of ${others.map(flagOf).join(', ')}` })] : [];

/** Asks for what most products have, as people think of it: the name, then codes. It is required where no code was given. */
const productForm = ({ formOf, onlyFields }: typeof import('../../resources/form.ts')): Form =>
  formOf(newProduct.fields, {
    order: onlyFields(['name', 'sku', 'ean', 'model', 'price', 'taxRate', 'quantity', 'status', 'categoryId']),
    isRequired: (field, answers) => field === 'name' && isAnonymous({ ...answers, name: undefined }),
  });

const keys = ['sku', 'ean'] as const;

interface ProductKey {
  readonly field: (typeof keys)[number];
  readonly code: string;
}

/**
 * Looks up the SKU and the EAN, since a product that was created twice cannot be deleted through the API.
 */
async function duplicateOf(
  session: Session,
  connection: Connection,
  draft: NewProduct,
): Promise<Objection | undefined> {
  for (const key of keysOf(draft)) {
    const existing = await findOne(session, connection, key);
    if (!existing) continue;
    return {
      problem: safe`${inWords(key)} exists on ${session.storeLabel()}: ${nameOf(session, existing)}.`,
      option: `--${key.field}`,
      advice: 'To create it anyway, pass --allow-duplicate.',
    };
  }
  return undefined;
}

const keysOf = (draft: NewProduct): readonly ProductKey[] =>
  keys.flatMap((field) => (draft[field] ? [{ field, code: draft[field] }] : []));

/** @throws CliError for a look-up without an answer: the product may exist, and a second one cannot be deleted */
async function findOne(session: Session, connection: Connection, key: ProductKey): Promise<Product | undefined> {
  try {
    return (await findBeforeWrite(session, connection, key.field, key.code))[0];
  } catch (error) {
    if (!(error instanceof CliError && (error.kind === 'refused' || error.kind === 'unreachable'))) throw error;
    const message = safe`Cannot check whether the ${inWords(key)} exists, so nothing was created: ${error.message}`;
    const hint = [error.hint ?? [], 'To create it without this check, pass --allow-duplicate.'].flat().join('\n');
    throw error.reworded({ message, hint });
  }
}

const inWords = ({ field, code }: ProductKey): string => `${field.toUpperCase()} "${code}"`;

/** `product 206 (Regenjas)` */
function nameOf({ named }: Session, existing: Product): string {
  const { name } = named(product, existing);
  return `product ${product.idOf({ productId: existing.productId ?? existing.uprid })}${typeof name === 'string' && name !== '' ? ` (${name})` : ''}`;
}
