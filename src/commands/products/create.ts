import { createProduct, productBody } from '../../client/products.ts';
import { CliError } from '../../errors.ts';
import { addMemberOptions, flagOf, type RawOptions, readMembers } from '../../input/options.ts';
import { writeRecord } from '../../output/formats.ts';
import { identifying, newProduct, product } from '../../resources/products.ts';
import type { CommandDefinition } from '../command.ts';
import type { Session } from '../session.ts';

/** `shop-cli products create`: `POST /products`, sent once. */
export const create: CommandDefinition = {
  description:
    `Creates a product and shows what the store made of it. At least one of ${identifying.map(flagOf).join(', ')} is needed, so that it can be found again.\n\n` +
    'The request is sent once and never repeated. When the answer is lost, the exit code is 10: look with products get --sku before you try again.',
  examples: [
    ['products create --sku "MUG-01" --name "Mug" --price 7.50 --quantity 20', 'A product with a price and stock'],
    ['products create --sku "MUG-02" --name "Mok" --tax-rate 21 --status offline', 'Not visible in the shop yet'],
  ],
  options: (command) => {
    addMemberOptions(command, newProduct);
    command
      .option('--language <code>', 'language of the texts: nl, en, de, fr, es or it')
      .option('--dry-run', 'show the request, send nothing');
  },
  run: createOne,
};

async function createOne(session: Session, raw: RawOptions): Promise<number> {
  const { settings, target } = session;
  const draft = readMembers(newProduct, raw);
  if (identifying.every((name) => draft[name] === undefined || draft[name] === '')) {
    throw new CliError('usage', `A product needs at least one of ${identifying.map(flagOf).join(', ')}.`, {
      field: flagOf(identifying[0]),
    });
  }
  if (raw.dryRun === true) {
    const request = { method: 'POST', path: '/api/v2/products', body: productBody(draft, settings.taxField) };
    await writeRecord('json', { fields: {} }, request, target);
    return 0;
  }
  const connection = await session.connect();
  await writeRecord(settings.output, { fields: product.fields }, await createProduct(connection, draft, settings), target);
  return 0;
}
