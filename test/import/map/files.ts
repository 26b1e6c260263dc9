import { CliError } from '../../../src/errors.ts';
import type { TextFile } from '../../../src/import/file/copy.ts';
import type { ByteSource } from '../../../src/import/file/encoding.ts';
import { TextSurvey } from '../../../src/import/file/survey.ts';
import {
  type Catalogue,
  type CatalogueOptions,
  type CatalogueRow,
  openCatalogue,
} from '../../../src/import/map/catalogue.ts';
import type { FileTable } from '../../../src/resources/file-table.ts';
import { importableProducts } from '../../../src/resources/importable-products.ts';

/** A file of these bytes, read in chunks of this size. */
export function fileOf(content: string | Uint8Array, chunkSize = 64 * 1024): ByteSource {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return async function* () {
    for (let from = 0; from < bytes.length; from += chunkSize) yield bytes.subarray(from, from + chunkSize);
  };
}

/** The same as a file that was copied. */
export async function textFile(bytes: ByteSource): Promise<TextFile> {
  const survey = new TextSurvey();
  for await (const chunk of bytes()) survey.add(chunk);
  survey.end();
  return { bytes, survey };
}

export const open = async (
  content: string | Uint8Array,
  options: Partial<CatalogueOptions> = {},
  chunkSize?: number,
  noun: FileTable = importableProducts,
): Promise<Catalogue> =>
  openCatalogue(await textFile(fileOf(content, chunkSize)), { map: {}, set: {}, ...options }, noun);

export async function rowsOf(catalogue: Catalogue): Promise<readonly CatalogueRow[]> {
  const rows: CatalogueRow[] = [];
  for await (const batch of catalogue.rows()) rows.push(...batch);
  return rows;
}

/** The rows of a file. */
export const read = async (content: string | Uint8Array, options: Partial<CatalogueOptions> = {}, chunkSize?: number) =>
  rowsOf(await open(content, options, chunkSize));

/** The one fault of the one row, without its line. */
export async function onlyFault(content: string, options: Partial<CatalogueOptions> = {}) {
  const faults = (await read(content, options)).flatMap((row) => row.faults);
  return faults.length === 1 ? faults[0] : faults;
}

/** Why a file is refused: the message and the next step. */
export async function refusalOf(
  content: string | Uint8Array,
  options: Partial<CatalogueOptions> = {},
  chunkSize?: number,
  noun?: FileTable,
): Promise<string> {
  try {
    await rowsOf(await open(content, options, chunkSize, noun));
    return 'not refused';
  } catch (error) {
    if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
    return [error.message, error.hint].filter((part) => part !== undefined).join(' ');
  }
}

export const chunkSizes = [1, 7, 64 * 1024];
