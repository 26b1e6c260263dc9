import type { CommandDefinition } from '../../cli/command.ts';
import { createProduct } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { addBodyOptions, readDraft } from '../../input/body.ts';
import { flagOf } from '../../input/options.ts';
import { identifying, newProduct, product } from '../../resources/products.ts';
import { addTextLanguageOption, readTextLanguage } from './filters.ts';

/** `shop-cli products create`: `POST /products`, sent once. */
export const create: CommandDefinition = {
  details:
    `Creates a product and shows what the store made of it. At least one of ${identifying.map(flagOf).join(', ')} is needed, so that it can be found again.\n\n` +
    'The request is sent once and never repeated. When the answer is lost, the exit code is 10: look with products get --sku before you try again.',
  examples: [
    ['products create --sku "MUG-01" --name "Mug" --price 7.50 --quantity 20', 'A product with a price and stock'],
    ['products create --sku "MUG-02" --name "Mok" --tax-rate 21 --status offline', 'Not visible in the shop yet'],
  ],
  result: product,
  isWrite: true,
  options: (command) => {
    addBodyOptions(command, newProduct);
    addTextLanguageOption(command);
  },
  async run(session, raw) {
    const draft = await readDraft(newProduct, { raw, context: session.context });
    if (identifying.every((name) => draft[name] === undefined || draft[name] === '')) {
      throw new CliError('usage', `A product needs at least one of ${identifying.map(flagOf).join(', ')}.`, {
        field: flagOf(identifying[0]),
        hint: 'For example: --sku "MUG-01" --name "Mug"',
      });
    }
    const language = readTextLanguage(session, raw);
    const record = await createProduct(await session.connect(), draft, { language });
    await session.show(product, record);
    await session.done(`Created product ${product.idOf(record)}`);
    return 0;
  },
};
