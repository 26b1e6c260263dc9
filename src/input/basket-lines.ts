import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { faultyLines, type NewLine, newBasket, newLine } from '../resources/baskets.ts';
import type { Checked, Fault } from '../resources/draft.ts';
import { readJson } from './json-file.ts';
import { collect, type RawOptions } from './options.ts';

/** Adds `--product`, `--custom-product` and `--products-file`. */
export function addLineOptions(command: Command): void {
  command
    .option('--product <uprid:quantity>', 'a product, such as 206, 206:3 or 206+3-12+4-7:2; can be repeated', collect)
    .option(
      '--custom-product <line>',
      'a custom product as "12.50x2:Engraving": price excluding VAT, how many, title; can be repeated',
      collect,
    )
    .option('--products-file <file>', 'the products as a JSON array from a file, as the API takes them');
}

/**
 * The lines of a basket from its options, all of them together; undefined when none is given.
 * @throws CliError `usage` that names every line at fault.
 */
export async function readLines(raw: RawOptions, context: Pick<Context, 'files' | 'stdin'>): Promise<readonly NewLine[] | undefined> {
  const typed = [
    ...list(raw.product).map((text) => ({ place: `--product "${text}"`, line: productLine(text) })),
    ...list(raw.customProduct).map((text) => ({ place: `--custom-product "${text}"`, line: customLine(text) })),
  ];
  const faults = typed.flatMap(({ place, line }) => (line.ok ? [] : line.faults.map(({ message }) => `${place} ${message}.`)));
  const fromFile = typeof raw.productsFile === 'string' ? await linesFile(raw.productsFile, context) : [];
  if (faults.length > 0) throw new CliError('usage', faults.join('\n'), { field: '--product' });
  const lines = [...typed.flatMap(({ line }) => (line.ok ? [line.value] : [])), ...fromFile];
  return lines.length === 0 ? undefined : lines;
}

const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** `206+3-12:2` */
function productLine(text: string): Checked<NewLine> {
  const [, uprid = '', quantity] = /^(.*?)(?::([^:]*))?$/s.exec(text) ?? [];
  return newLine.fromTyped({ uprid, ...(quantity === undefined ? {} : { quantity }) });
}

/** `12.50x2:Engraving` */
function customLine(text: string): Checked<NewLine> {
  const match = /^([^:]*?)(?:x(\d+))?:(.*)$/s.exec(text);
  if (!match?.[3]?.trim())
    return {
      ok: false,
      faults: [{ member: '', value: text, message: 'must be a price, a colon and a title, such as "12.50x2:Engraving"' }],
    };
  const [, price = '', quantity, title = ''] = match;
  return newLine.fromTyped({ price, title, ...(quantity === undefined ? {} : { quantity }) });
}

async function linesFile(path: string, context: Pick<Context, 'files' | 'stdin'>): Promise<readonly NewLine[]> {
  const outcome = newBasket.fromJson({ products: await readJson(path, '--products-file', context) });
  const faults: readonly Fault[] = outcome.ok ? faultyLines(outcome.value.products) : outcome.faults;
  if (outcome.ok && faults.length === 0) return outcome.value.products ?? [];
  throw new CliError('usage', faults.map(({ member, message }) => `${path}: ${member} ${message}.`).join('\n'), {
    field: '--products-file',
  });
}
