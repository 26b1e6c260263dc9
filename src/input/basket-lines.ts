import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { invalidLines, type NewLine, newBasket, newLine, type TypedLine } from '../resources/baskets.ts';
import type { Checked, Fault } from '../resources/draft-fields.ts';
import { codeKind } from '../resources/kinds.ts';
import { upridKind } from '../resources/shop-kinds.ts';
import { readJson } from './json-file.ts';
import { collect, type RawOptions } from './options.ts';

/** Adds `--product`, `--custom-product` and `--products-file`. */
export function addLineOptions(command: Command): void {
  command
    .option('--product <product:quantity>', 'ID or SKU: 206, BEL-001:3, 206+3-12:2, sku:123 (repeatable)', collect)
    .option('--custom-product <line>', 'custom product: "12.50x2:Engraving" (repeatable)', collect)
    .option('--products-file <file>', 'JSON, CSV or Excel: sku or uprid, and quantity; - for stdin');
}

/** The line options as they were typed, for a command line that does the same. */
export const lineArguments = ({ product, customProduct, productsFile }: RawOptions): readonly string[] => [
  ...list(product).flatMap((text) => ['--product', text]),
  ...list(customProduct).flatMap((text) => ['--custom-product', text]),
  ...(typeof productsFile === 'string' ? ['--products-file', productsFile] : []),
];

/** All lines of a basket from its options, as the field `products` if there are any; every fault at once. */
export async function readLines(
  raw: RawOptions,
  context: Pick<Context, 'files' | 'stdin'>,
): Promise<Checked<{ readonly products?: readonly TypedLine[] }>> {
  const read = [
    ...list(raw.product).map((text) => typedLine('--product', text, productLine(text))),
    ...list(raw.customProduct).map((text) => typedLine('--custom-product', text, customLine(text))),
    ...(typeof raw.productsFile === 'string' ? [await linesFile(raw.productsFile, context)] : []),
  ];
  const faults = read.flatMap((lines) => (lines.ok ? [] : lines.faults));
  if (faults.length > 0) return { ok: false, faults };
  const products = read.flatMap((lines) => (lines.ok ? lines.value : []));
  return { ok: true, value: products.length === 0 ? {} : { products } };
}

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** One line of an option. Its faults name the option with its text. */
function typedLine(flag: string, text: string, line: Checked<TypedLine>): Checked<readonly TypedLine[]> {
  if (line.ok) return { ok: true, value: [line.value] };
  return { ok: false, faults: line.faults.map(faultIn(flag, text)) };
}

const faultIn =
  (flag: string, text: string) =>
  ({ field, message }: Fault): Fault => ({
    field: `${flag} "${text}"`,
    value: '',
    message: field === 'quantity' || field === 'price' ? `has an invalid ${field}: it ${message}` : message,
  });

/** `206+3-12:2` or, by its SKU, `BEL-001:2`; digits are an ID, unless they follow `sku:`. */
function productLine(text: string): Checked<TypedLine> {
  const [, prefix, named = '', quantity] = /^(sku:)?(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
  const counted = quantity === undefined ? {} : { quantity };
  const sku = codeKind.typed(named);
  if ((!prefix && upridKind.typed(named) !== undefined) || !sku) return newLine.fromTyped({ uprid: named, ...counted });
  const line = newLine.fromTyped(counted);
  return line.ok ? { ok: true, value: { ...line.value, sku } } : line;
}

/** `12.50x2:Engraving` */
function customLine(text: string): Checked<NewLine> {
  const match = /^([^:]*?)(?:x(\d+))?:(.*)$/s.exec(text);
  if (!match?.[3]?.trim())
    return {
      ok: false,
      faults: [{ field: '', value: text, message: 'must be price:title, such as "12.50x2:Engraving"' }],
    };
  const [, price = '', quantity, title = ''] = match;
  return newLine.fromTyped({ price, title, ...(quantity === undefined ? {} : { quantity }) });
}

async function linesFile(
  path: string,
  context: Pick<Context, 'files' | 'stdin'>,
): Promise<Checked<readonly NewLine[]>> {
  const outcome = newBasket.fromJson({ products: await readJson(path, '--products-file', context) });
  const faults: readonly Fault[] = outcome.ok ? invalidLines(outcome.value.products) : outcome.faults;
  if (outcome.ok && faults.length === 0) return { ok: true, value: outcome.value.products ?? [] };
  return { ok: false, faults: faults.map((fault) => ({ ...fault, field: `${path}: ${fault.field}` })) };
}
