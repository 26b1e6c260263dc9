import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { RunRecord } from '../journal/runs.ts';
import { type Catalogue, type CatalogueOptions, openCatalogue } from '../read/catalogue.ts';
import { unpackedCopyOf } from '../read/packed/unpacked-copy.ts';

/** The file of an earlier import, read as that import read it. */
export interface OriginalFile {
  readonly catalogue: Catalogue;
  /** Removes the copy. */
  readonly close: () => Promise<void>;
}

/** Opens the file that a run imported, if it is still there with the same bytes. @throws CliError `interrupted` */
export async function openOriginal(
  { path, file, options }: RunRecord,
  context: Context,
): Promise<OriginalFile | undefined> {
  if (path === '-' || !(await context.files.exists(path))) return undefined;
  try {
    const reading = readingOptions(options);
    const copy = await unpackedCopyOf(path, context, reading);
    const close = () => copy.file.remove();
    if (copy.hash === file)
      return { catalogue: await openCatalogue(() => copy.file.bytes(), reading, copy.sheet), close };
    await close();
  } catch (error) {
    // What cannot be read as it was is another file now.
    if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
  }
  return undefined;
}

/** The options of a run as `identityOf` writes them: amounts are texts of whole numbers. */
function readingOptions(json: string): CatalogueOptions {
  const { vatIncluded, ...options } = JSON.parse(json);
  return vatIncluded ? { ...options, vatIncluded: { ...vatIncluded, units: BigInt(vatIncluded.units) } } : options;
}

/** The language that a run imported its texts in. */
export const languageOf = ({ options }: RunRecord): string | undefined => JSON.parse(options).language ?? undefined;
