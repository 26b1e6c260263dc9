import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { findProducts } from '../../client/endpoints/products.ts';
import type { Prompts } from '../../context.ts';
import { Cancelled, CliError } from '../../errors.ts';
import { type NewProduct, type Product, product } from '../../resources/products.ts';
import { escapeText } from '../../text/escape.ts';

const keys = ['sku', 'ean'] as const;

interface Key {
  readonly field: (typeof keys)[number];
  readonly code: string;
}

/**
 * Looks up the SKU and the EAN, since a product that was created twice cannot be deleted through the API. At a terminal
 * it asks, once for each key: a field that the store refuses sends the product again.
 * @throws CliError `usage` that names the product that exists; Cancelled after a no.
 */
export function duplicateCheck(
  session: Session,
  prompts: Prompts | undefined,
): (connection: Connection, draft: NewProduct) => Promise<void> {
  const checked = new Set<string>();
  return async (connection, draft) => {
    for (const key of keysOf(draft).filter((one) => !checked.has(inWords(one)))) {
      checked.add(inWords(key));
      const existing = await findOne(session, connection, key);
      if (!existing) continue;
      const problem = `${inWords(key)} exists on ${session.storeLabel()}: ${nameOf(session, existing)}.`;
      if (!prompts || session.options.yes) throw duplicate(problem, key);
      await confirmDuplicate(prompts, problem);
    }
  };
}

const keysOf = (draft: NewProduct): readonly Key[] =>
  keys.flatMap((field) => (draft[field] ? [{ field, code: draft[field] }] : []));

/** A store whose search fails can still create: only a person can then tell whether the product is new. */
async function findOne(session: Session, connection: Connection, key: Key): Promise<Product | undefined> {
  try {
    return (await findProducts(connection, key.field, key.code))[0];
  } catch (error) {
    if (!(error instanceof CliError && error.kind === 'refused')) throw error;
    await session.notice(escapeText(`Warning: cannot check whether the ${inWords(key)} exists: ${error.message}`));
    return undefined;
  }
}

const duplicate = (problem: string, { field }: Key): CliError =>
  new CliError('usage', `${problem} Nothing was created.`, {
    field: `--${field}`,
    hint: 'To create it anyway, pass --allow-duplicate.',
  });

async function confirmDuplicate(prompts: Prompts, problem: string): Promise<void> {
  const { askYesNo } = await import('../../input/prompts/prompts.ts');
  if (!(await askYesNo(prompts, escapeText(`${problem} Create a duplicate?`))))
    throw new Cancelled('Cancelled. Nothing was created.');
}

const inWords = ({ field, code }: Key): string => `${field.toUpperCase()} "${code}"`;

/** `product 206 (Regenjas)` */
function nameOf(session: Session, existing: Product): string {
  const { name } = session.named(product, existing);
  return `product ${product.idOf(existing)}${typeof name === 'string' && name !== '' ? ` (${name})` : ''}`;
}
