import type { Entry } from 'yauzl';
import type { Context, TemporaryFile } from '../../../context.ts';
import type { Copy } from '../copy.ts';
import { type FileFault, refusal } from '../faults.ts';
import { openArchive } from './archive.ts';
import { writeUnpacked } from './write-unpacked.ts';

/** The one file of a ZIP archive. @throws CliError `usage` for a damaged archive, or one of no file or several */
export async function unzip(file: TemporaryFile, context: Pick<Context, 'files' | 'interrupted'>): Promise<Copy> {
  const archive = await openArchive(file, 'ZIP archive');
  const found = archive.entries.filter(({ fileName }) => !isExtra(fileName));
  const [entry] = found;
  if (!entry || found.length > 1) throw refusal([wrongNumber(found)]);
  if (entry.isEncrypted()) throw refusal([encrypted(entry)]);
  return await writeUnpacked(archive.read(entry), () => entry.compressedSize, context);
}

/** Folders, and what macOS and Windows add without being asked. */
const isExtra = (name: string): boolean =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(name);

function wrongNumber(found: readonly Entry[]): FileFault {
  if (found.length === 0) return { problem: 'The ZIP archive has no file in it.', remedy: 'Add the catalogue to it.' };
  const names = found.slice(0, mostShown).map(({ fileName }) => JSON.stringify(fileName));
  const more = found.length > names.length ? `, and ${found.length - names.length} more` : '';
  return {
    problem: `The ZIP archive has ${found.length} files: ${names.join(', ')}${more}.`,
    remedy: 'Choose one: unzip -p <archive> <file> | shop-cli products import - (and your options).',
  };
}

const mostShown = 5;

const encrypted = ({ fileName }: Entry): FileFault => ({
  problem: `${JSON.stringify(fileName)} in the ZIP archive is encrypted.`,
  remedy: 'Unpack it with its password and import the CSV file.',
});
