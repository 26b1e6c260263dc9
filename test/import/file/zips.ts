import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A ZIP archive with these files; a name that ends with `/` is a folder. */
export async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  { zip64 = false, compress = true } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(content), name, { compress, forceZip64Format: zip64 });
  }
  zip.end({ forceZip64Format: zip64, comment: '' });
  return await buffer(zip.outputStream);
}

/** The archive with these bytes at every place where other bytes stand. */
export function changed(archive: Buffer, from: string | Buffer, to: string | Buffer): Buffer {
  const copy = Buffer.from(archive);
  for (let at = copy.indexOf(from); at !== -1; at = copy.indexOf(from, at + 1)) copy.set(Buffer.from(to), at);
  return copy;
}
