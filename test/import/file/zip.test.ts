import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { growing, serveStore } from '../../support/store.ts';
import { imported } from './imported.ts';
import { changed, zipOf } from './zips.ts';

const csv = 'sku,name,price\n007,"Mug, 30 cl",12.50\nB,Plate,3\nC,,1\n';

describe('a catalogue in a ZIP archive', async () => {
  test.each([
    ['', await zipOf({ 'catalogue.csv': csv })],
    [', without compression', await zipOf({ 'catalogue.csv': csv }, { compress: false })],
    [', in the ZIP64 format', await zipOf({ 'catalogue.csv': csv }, { zip64: true })],
    [
      ' in a folder, with what macOS and Windows add',
      await zipOf({
        'feed/': '',
        'feed/catalogue.csv': csv,
        '__MACOSX/feed/._catalogue.csv': 'x',
        'feed/.DS_Store': 'x',
        'Thumbs.db': 'x',
      }),
    ],
    [' named like another format', await zipOf({ 'catalogue.txt': csv })],
  ])('%s is imported like the same catalogue unpacked, to the byte of every file that is written', async (_, zip) => {
    expect(await imported('feed.zip', zip)).toEqual(await imported('feed.csv', csv));
  });
});

describe('a ZIP archive', async () => {
  const whole = await zipOf({ 'catalogue.csv': csv }, { compress: false });
  const directory = whole.indexOf('PK\x01\x02');
  const encrypted = await zipOf({ 'catalogue.csv': csv });
  encrypted.writeUInt8(0x09, encrypted.indexOf('PK\x01\x02') + 8);
  const unknownMethod = Buffer.from(whole);
  unknownMethod.writeUInt8(9, directory + 10);

  test.each([
    ['of two files', await zipOf({ 'a.csv': csv, 'b/c.csv': csv }), 'The ZIP archive has 2 files: "a.csv", "b/c.csv".'],
    ['of only folders', await zipOf({ 'feed/': '', 'feed/old/': '' }), 'The ZIP archive has no file in it.'],
    ['of nothing', await zipOf({}), 'The file is an archive or a compressed file, not CSV.'],
    ['with a password', encrypted, '"catalogue.csv" in the ZIP archive is encrypted.'],
    [
      'with a path that climbs out',
      changed(await zipOf({ 'aa/feed.csv': csv }), 'aa/', '../'),
      'Cannot read the ZIP archive: invalid relative path: ../feed.csv.',
    ],
    [
      'with an absolute path',
      changed(await zipOf({ 'aetc/passwd': csv }), 'aetc', '/etc'),
      'Cannot read the ZIP archive: absolute path: /etc/passwd.',
    ],
    ['in a ZIP archive', await zipOf({ 'feed.zip': whole }), 'The packed file is a ZIP archive (.zip), not CSV.'],
    [
      'that is cut off',
      whole.subarray(0, -10),
      'Cannot read the ZIP archive: End of central directory record signature not found. Either not a zip file, or file is truncated.',
    ],
    [
      'with a changed byte',
      changed(whole, 'Plate', 'Plane'),
      'Cannot read the ZIP archive: the checksum of "catalogue.csv" does not match.',
    ],
    [
      'of a method that is not supported',
      unknownMethod,
      'Cannot read the ZIP archive: unsupported compression method: 9.',
    ],
  ])('%s is refused, and nothing is sent', async (_, stdin, message) => {
    const { run, seen } = await serveStore(growing());
    const { code, err } = await run('products import -', { stdin });
    expect({ code, message: err.split('\n')[0], seen: seen.length }).toEqual({
      code: 2,
      message: `Error: ${message}`,
      seen: 0,
    });
  });

  test('that is a bomb is refused before it is unpacked', async () => {
    const directory = ownDirectory();
    vi.stubEnv('TMPDIR', directory);
    const stdin = await zipOf({ 'bomb.csv': Buffer.alloc(65 * 1024 * 1024) });
    const { code, err } = await shopCli('products import - --dry-run', { stdin });
    vi.unstubAllEnvs();
    expect({ code, err: err.split('\n')[0], left: readdirSync(directory) }).toEqual({
      code: 2,
      err: 'Error: The file unpacks to more than 500 times its size, as no catalogue does.',
      left: [],
    });
  });
});
