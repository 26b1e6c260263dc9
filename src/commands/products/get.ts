import type { Connection } from '../../client/connection.ts';
import { getProduct, getProductBySku, type Languages } from '../../client/products.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { listWriter, writeRecord } from '../../output/formats.ts';
import { product } from '../../resources/products.ts';
import type { Received } from '../../resources/record.ts';
import type { CommandDefinition } from '../command.ts';
import type { Session } from '../session.ts';
import { addLanguageOptions, readLanguages } from './filters.ts';

/** `shop-cli products get`: `GET /products/{productId or Sku}` for each argument. */
export const get: CommandDefinition = {
  description:
    'Shows products by id or SKU. An id wins over an SKU of the same digits; --sku looks for the SKU only.\n\n' +
    'Several products are an array in JSON. When one is not found, the others are shown all the same and the exit code is 3.',
  examples: [
    ['products get 206', 'One product as a card'],
    ['products get 206 207 --json', 'Two products as a JSON array'],
  ],
  options: (command) => {
    command.argument('<id or sku...>', 'product ids or SKUs').option('--sku', 'the arguments are SKUs, never ids');
    addLanguageOptions(command);
  },
  run: getProducts,
};

async function getProducts(session: Session, raw: RawOptions, wanted: readonly string[]): Promise<number> {
  const languages = readLanguages(session, raw);
  const connection = await session.connect();
  const look = (text: string): Promise<Received> => lookUp(connection, text, languages, raw.sku === true);
  const { settings, target } = session;
  const view = { fields: product.fields };
  if (wanted.length === 1) {
    await writeRecord(settings.output, view, await look(wanted[0] as string), target);
    return 0;
  }
  return await getSeveral(session, wanted, look);
}

async function lookUp(connection: Connection, text: string, languages: Languages, bySku: boolean): Promise<Received> {
  return bySku ? await getProductBySku(connection, text, languages) : await getProduct(connection, text, languages);
}

async function getSeveral(
  { settings, target }: Session,
  wanted: readonly string[],
  look: (text: string) => Promise<Received>,
): Promise<number> {
  const view = { fields: product.fields };
  const list = settings.output === 'table' ? undefined : listWriter(settings.output, view, target);
  const missing: string[] = [];
  try {
    for (const [index, text] of wanted.entries()) {
      const record = await unlessMissing(look(text));
      if (!record) missing.push(text);
      else if (list) await list.add([record]);
      else {
        if (index > missing.length) await target.write('\n');
        await writeRecord('table', view, record, target);
      }
    }
  } finally {
    await list?.end();
  }
  if (missing.length === 0) return 0;
  throw new CliError('not-found', `Not found: ${missing.map((text) => `"${text}"`).join(', ')}.`, {
    status: 404,
    hint: 'shop-cli products list --search "*part of the name*"',
  });
}

async function unlessMissing(look: Promise<Received>): Promise<Received | undefined> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
