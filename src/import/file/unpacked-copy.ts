import { type Copy, copyOf, type FileOptions, type Surroundings } from './copy.ts';
import { refusal } from './faults.ts';
import { formatOf, type Packing, refuseForeign } from './foreign-format.ts';
import { isRejectedHeader, isRejectedText } from './rejected-header.ts';

/**
 * The run's own copy of a catalogue, unpacked if the file is packed, and as CSV if it is a workbook, which may be
 * packed too. Its hash is that of the unpacked bytes: the same catalogue, packed or not, is the same run.
 * @param names of what the rows are, for hints
 * @throws CliError `usage` for a file that cannot be read or unpacked, or when the user interrupts
 */
export async function unpackedCopyOf(
  path: string,
  context: Surroundings,
  options: FileOptions,
  names: RowNames,
): Promise<Copy> {
  let copy = await copyOf(path, context, options.encoding);
  const unpack = async (unpacked: Unpack): Promise<void> => {
    const { file } = copy;
    copy = await unpacked(file, context, names);
    await file.remove();
  };
  try {
    const packing = await packingOf(copy);
    const unpacked = packing && packing !== 'workbook' ? unpackers[packing] : undefined;
    if (unpacked) await unpack(unpacked);
    const isBook = await isWorkbook(copy, unpacked ? 'The packed file' : 'The file');
    if (isBook) {
      const { copySheet } = await import('./workbook/workbook.ts');
      await unpack((file) => copySheet(file, context, options));
    }
    if (!isRejectedFile(copy)) refuseOptions(options, isBook);
    return copy;
  } catch (error) {
    await copy.file.remove();
    throw error;
  }
}

async function packingOf({ survey, file }: Copy): Promise<Packing | undefined> {
  const packing = formatOf(survey.head)?.packing;
  // What begins within the first bytes of an archive may not show what it is.
  if (packing === 'zip' && (await (await import('./unpack.ts')).hasSheets(file))) return 'workbook';
  return packing;
}

/** Whether a file that is not packed is a workbook; false for text. @throws CliError `usage` for any other format */
async function isWorkbook(copy: Copy, subject: string): Promise<boolean> {
  const isBook = (await packingOf(copy)) === 'workbook';
  if (!isBook) refuseForeign(copy.survey.head, subject);
  return isBook;
}

/** One, and many: `product`, `products`. */
type RowNames = readonly [one: string, many: string];

type Unpack = (file: Copy['file'], context: Surroundings, names: RowNames) => Promise<Copy>;

/** Loaded only for such a file. */
const unpackers: Readonly<Record<'gzip' | 'zip', Unpack>> = {
  gzip: async (file, context) => (await import('./unpack.ts')).gunzip(file, context),
  zip: async (file, context, [, many]) => (await import('./unpack.ts')).unzip(file, context, many),
};

/** It has the options of the file that its rows are from, which may have been of the other kind. */
const isRejectedFile = ({ sheet, survey }: Copy): boolean =>
  sheet ? isRejectedHeader(sheet.begin[0]?.cells ?? []) : isRejectedText(survey.head);

/** Refuses options that do not apply to the file, instead of ignoring them. */
function refuseOptions({ sheet, delimiter, encoding }: FileOptions, hasSheets: boolean): void {
  const foreign = hasSheets ? { '--delimiter': delimiter, '--encoding': encoding } : { '--sheet': sheet };
  const wrong = Object.entries(foreign).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (wrong.length === 0) return;
  const kind = hasSheets ? 'CSV files, but this is an Excel workbook' : 'Excel workbooks, but this is a text file';
  throw refusal([
    {
      problem: `${wrong.join(' and ')} ${wrong.length === 1 ? 'is' : 'are'} for ${kind}.`,
      remedy: `Remove ${wrong.length === 1 ? 'it' : 'them'}.`,
    },
  ]);
}
