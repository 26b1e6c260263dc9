import { extname } from 'node:path';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { CatalogueRow } from '../../import/map/catalogue.ts';
import { readLines } from '../../input/basket-lines.ts';
import type { RawOptions } from '../../input/options.ts';
import type { TypedLine } from '../../resources/baskets.ts';
import type { Checked, Fault } from '../../resources/draft-fields.ts';
import { formatCount } from '../../text/numbers.ts';
import { faultIn, readTable } from '../shared/table-file.ts';

type BasketLines = Awaited<ReturnType<typeof readLines>>;

/** The lines of a basket from its options, as `readLines`; its file may also be CSV or an Excel workbook. */
export async function linesOf(session: Session, raw: RawOptions): Promise<BasketLines> {
  const { context } = session;
  const path = raw.productsFile;
  if (typeof path !== 'string') return await readLines(raw, context);
  const input = path === '-' ? await bufferedInput(context.stdin) : undefined;
  if (input ? !input.isJson : tables.has(extname(path).toLowerCase())) {
    const { productsFile: _, ...others } = raw;
    const typed = await readLines(others, context);
    return joined(typed, await linesInTable(session, path, input?.stdin ?? context.stdin));
  }
  return await readLines(raw, { ...context, stdin: input?.stdin ?? context.stdin });
}

/** Files with such an ending are tables; any other is JSON. */
const tables: ReadonlySet<string> = new Set(['.csv', '.tsv', '.tab', '.txt', '.xlsx', '.xlsm', '.xls', '.gz', '.zip']);

/** Standard input has no name: it is JSON if it begins so. */
async function bufferedInput(stdin: Session['context']['stdin']) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin.bytes()) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isJson = /^(?:\xef\xbb\xbf)?\s*(?:[[{]|$)/.test(bytes.subarray(0, 1000).toString('latin1'));
  return { isJson, stdin: { ...stdin, bytes: () => oneChunk(bytes) } };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function joined(left: BasketLines, right: Checked<readonly TypedLine[]>): BasketLines {
  if (!left.ok || !right.ok) {
    const faults = [left, right].flatMap((lines) => (lines.ok ? [] : lines.faults));
    return { ok: false, faults };
  }
  return { ok: true, value: { products: [...(left.value.products ?? []), ...right.value] } };
}

/** Of a basket. A catalogue, which has SKUs and quantities too, is longer. */
const maxRows = 1000;

/** The lines of a table, by `sku` or `uprid` and with `quantity`. @throws CliError `usage` for a file that cannot be read */
async function linesInTable(
  session: Session,
  path: string,
  stdin: Session['context']['stdin'],
): Promise<Checked<readonly TypedLine[]>> {
  const { importableLines } = await import('../../resources/importable-lines.ts');
  const { rows } = await readTable(session, {
    path,
    stdin,
    noun: importableLines,
    maxRows,
    tooLong: () => tooLong(path),
    hint: 'The file needs a column sku or uprid, and a column quantity.',
  });
  return linesOfRows(rows, path);
}

const tooLong = (path: string): CliError =>
  new CliError('usage', `${path} has more than ${formatCount(maxRows)} rows: too many for a basket.`, {
    field: '--products-file',
    hint: 'If it is a catalogue: shop-cli products import. Otherwise split it.',
  });

function linesOfRows(rows: readonly CatalogueRow[], path: string): Checked<readonly TypedLine[]> {
  const places = new Map<string, number>();
  const faults: Fault[] = [];
  const lines: TypedLine[] = [];
  for (const { line, values, faults: found, warnings, keys: [key] = [] } of rows) {
    faults.push(...[...found, ...warnings].map((fault) => faultIn(path, fault)));
    const name = key && `${key.field} ${key.code}`;
    const earlier = name === undefined ? undefined : places.get(name);
    if (name !== undefined && earlier !== undefined)
      faults.push(
        faultIn(path, { line, message: `duplicate ${name}, also on line ${earlier}: add up their quantities` }),
      );
    else if (name !== undefined) places.set(name, line);
    if (values) lines.push(values as TypedLine);
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: lines };
}
