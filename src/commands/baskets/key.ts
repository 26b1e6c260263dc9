import { CliError } from '../../errors.ts';
import { basketKeyKind, upridKind } from '../../resources/shop-kinds.ts';

/** A basket's key as it was typed: with or without braces. @throws CliError `usage` */
export function readKey(typed: string): string {
  const key = basketKeyKind.typed(typed);
  if (key !== undefined) return key;
  throw new CliError('usage', `"${typed}" is not ${basketKeyKind.expects}.`, {
    field: 'key',
    hint: 'shop-cli baskets list shows the keys.',
  });
}

/** A product of a basket as it was typed: a product id, or one with options. @throws CliError `usage` */
export function readProductId(typed: string): string {
  const uprid = upridKind.typed(typed);
  if (uprid !== undefined) return uprid;
  throw new CliError('usage', `"${typed}" is not ${upridKind.expects}.`, {
    field: 'product id',
    hint: 'shop-cli baskets get <key> shows what is in the basket.',
  });
}
