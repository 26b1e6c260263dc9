import { type Copy, copyOf, type FileReading, type Surroundings } from './copy.ts';
import { refusal } from './faults.ts';
import { foreignFormat, packingOf } from './foreign-format.ts';

/**
 * The run's own copy of a catalogue, unpacked if the file is packed, and as CSV if it is a workbook, which may be
 * packed too. Its hash is that of the unpacked bytes: the same catalogue, packed or not, is the same run.
 * @throws CliError `usage` for a file that cannot be read or unpacked, or when the user interrupts
 */
export async function unpackedCopyOf(path: string, context: Surroundings, options: FileReading): Promise<Copy> {
  const given = await copyOf(path, context, options.encoding);
  const packing = packingOf(given.survey.head);
  const isPacked = packing === 'gzip' || packing === 'zip';
  const content = isPacked ? await unpacked(given, unpackers[packing], context) : given;
  const isWorkbook = packingOf(content.survey.head) === 'workbook';
  try {
    refuseOptions(options, isWorkbook);
  } catch (error) {
    await content.file.remove();
    throw error;
  }
  if (!isWorkbook) return content;
  const { copySheet } = await import('./workbook/workbook.ts');
  return await unpacked(content, (file) => copySheet(file, context, options), context);
}

/** Unpacks a file, and removes it. @throws CliError `usage` if the content is neither text nor a workbook */
async function unpacked(packed: Copy, unpack: Unpack, context: Surroundings): Promise<Copy> {
  try {
    const copy = await unpack(packed.file, context);
    const { head } = copy.survey;
    const foreign = packingOf(head) === 'workbook' ? undefined : foreignFormat(head, 'The packed file');
    if (!foreign) return copy;
    await copy.file.remove();
    throw refusal([foreign]);
  } finally {
    await packed.file.remove();
  }
}

type Unpack = (file: Copy['file'], context: Surroundings) => Promise<Copy>;

/** Loaded only for such a file. */
const unpackers: Readonly<Record<'gzip' | 'zip', Unpack>> = {
  gzip: async (file, context) => (await import('./unpack.ts')).gunzip(file, context),
  zip: async (file, context) => (await import('./unpack.ts')).unzip(file, context),
};

/** Refuses options that do not apply to the file, instead of ignoring them. */
function refuseOptions({ sheet, delimiter, encoding }: FileReading, isWorkbook: boolean): void {
  const foreign = isWorkbook ? { '--delimiter': delimiter, '--encoding': encoding } : { '--sheet': sheet };
  const wrong = Object.entries(foreign).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (wrong.length === 0) return;
  const kind = isWorkbook ? 'CSV files, but this is an Excel workbook' : 'Excel workbooks, but this is a text file';
  throw refusal([
    {
      problem: `${wrong.join(' and ')} ${wrong.length === 1 ? 'is' : 'are'} for ${kind}.`,
      remedy: `Remove ${wrong.length === 1 ? 'it' : 'them'}.`,
    },
  ]);
}
