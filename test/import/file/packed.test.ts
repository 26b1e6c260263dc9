import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { sampled } from '../../support/thorough.ts';
import { catalogue, serveShop, storeOf } from '../product-store.ts';
import { imported, refusalOfImport } from './imported.ts';
import { changed, zipOf } from './zips.ts';

const csv = 'sku,name,price\n007,"Mug, 30 cl",12.50\nB,Plate,3\nC,,1\n';
const packed = gzipSync(csv);

describe('a catalogue that is packed', async () => {
  sampled(3).each([
    ['with gzip', packed],
    ['with gzip, in several members', Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))])],
    // As tapes and block devices add.
    ['with gzip, with zeros at the end', Buffer.concat([packed, Buffer.alloc(512)])],
    [
      'with gzip, with zeros between and after its members',
      Buffer.concat([
        gzipSync(csv.slice(0, 20)),
        Buffer.alloc(100_000),
        gzipSync(csv.slice(20, 30)),
        Buffer.alloc(1),
        gzipSync(csv.slice(30)),
        Buffer.alloc(3),
      ]),
    ],
    ['in a ZIP archive', await zipOf({ 'catalogue.csv': csv })],
    ['in a ZIP archive without compression', await zipOf({ 'catalogue.csv': csv }, { compress: false })],
    ['in a ZIP64 archive', await zipOf({ 'catalogue.csv': csv }, { zip64: true })],
    [
      'in a folder of a ZIP archive, with what macOS and Windows add',
      await zipOf({
        'feed/': '',
        'feed/catalogue.csv': csv,
        '__MACOSX/feed/._catalogue.csv': 'x',
        'feed/.DS_Store': 'x',
        'Thumbs.db': 'x',
      }),
    ],
    ['in a ZIP archive, with the name of another format', await zipOf({ 'catalogue.txt': csv })],
  ])('%s is imported like the same unpacked, to the byte of every file that is written', async (_, file) => {
    expect(await imported('feed.packed', file)).toEqual(await imported('feed.csv', csv));
  });

  test('continues the import of the same catalogue unpacked', async () => {
    const store = storeOf([], (sku) => ({ status: sku === 'S-1' ? 422 : 201 }));
    const { run, ask, directory } = await serveShop(catalogue(3), store);
    await run('--max-errors 0');
    await writeFile(join(directory, 'in.csv.gz'), gzipSync(catalogue(3)));
    const { out } = await ask('products import in.csv.gz --json');
    expect(JSON.parse(out)).toMatchObject({ run: 1, created: 2 });
  });
});

describe('a packed file', async () => {
  const whole = await zipOf({ 'catalogue.csv': csv }, { compress: false });
  const encrypted = await zipOf({ 'catalogue.csv': csv });
  encrypted.writeUInt8(0x09, encrypted.indexOf('PK\x01\x02') + 8);
  const unknownMethod = Buffer.from(whole);
  unknownMethod.writeUInt8(9, whole.indexOf('PK\x01\x02') + 10);
  const gzip = 'Cannot read the gzip file:';
  const zip = 'Cannot read the ZIP archive:';

  test.each([
    ['gzip, cut off within its last eight bytes', packed.subarray(0, -3), `${gzip} unexpected end of file.`],
    ['gzip, changed', Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)]), `${gzip} incorrect data check.`],
    ['gzip, followed by other bytes', Buffer.concat([packed, Buffer.from('more')]), `${gzip} incorrect header check.`],
    [
      'gzip, followed by zeros and other bytes',
      Buffer.concat([packed, Buffer.alloc(9), Buffer.from('more')]),
      `${gzip} incorrect header check.`,
    ],
    [
      'gzip, followed by zeros and a cut member',
      Buffer.concat([packed, Buffer.alloc(9), packed.subarray(0, 15)]),
      `${gzip} unexpected end of file.`,
    ],
    [
      'gzip of a tar archive',
      gzipSync(Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar\0')])),
      'The packed file is an archive or a compressed file, not CSV.',
    ],
    ['gzip of nothing', gzipSync(''), 'The file is empty.'],
    [
      'ZIP of two files',
      await zipOf({ 'a.csv': csv, 'b/c.csv': csv }),
      'The ZIP archive has 2 files: "a.csv", "b/c.csv".',
    ],
    ['ZIP of only folders', await zipOf({ 'feed/': '', 'feed/old/': '' }), 'The ZIP archive has no file in it.'],
    ['ZIP of nothing', await zipOf({}), 'The file is an archive or a compressed file, not CSV.'],
    ['ZIP with a password', encrypted, '"catalogue.csv" in the ZIP archive is encrypted.'],
    [
      'ZIP with a path that climbs out',
      changed(await zipOf({ 'aa/feed.csv': csv }), 'aa/', '../'),
      `${zip} invalid relative path: ../feed.csv.`,
    ],
    [
      'ZIP with an absolute path',
      changed(await zipOf({ 'aetc/passwd': csv }), 'aetc', '/etc'),
      `${zip} absolute path: /etc/passwd.`,
    ],
    ['ZIP in a ZIP archive', await zipOf({ 'feed.zip': whole }), 'The packed file is a ZIP archive (.zip), not CSV.'],
    [
      'ZIP that is cut off',
      whole.subarray(0, -10),
      `${zip} End of central directory record signature not found. Either not a zip file, or file is truncated.`,
    ],
    [
      'ZIP with a changed byte',
      changed(whole, 'Plate', 'Plane'),
      `${zip} the checksum of "catalogue.csv" does not match.`,
    ],
    ['ZIP of a method that is not supported', unknownMethod, `${zip} unsupported compression method: 9.`],
  ])('(%s) that is not whole, or not one catalogue, is refused, and nothing is sent', async (_, stdin, message) => {
    expect(await refusalOfImport(stdin)).toBe(`Error: ${message}`);
  });

  test.each([
    ['gzip', gzipSync(Buffer.alloc(100 * 1024 * 1024))],
    ['ZIP', await zipOf({ 'bomb.csv': Buffer.alloc(65 * 1024 * 1024) })],
  ])('(%s) that is a bomb is refused early, with nothing left in the temporary directory', async (_, stdin) => {
    const directory = ownDirectory();
    vi.stubEnv('TMPDIR', directory);
    const { code, err } = await shopCli('products import - --dry-run', { stdin });
    vi.unstubAllEnvs();
    expect({ code, err, left: readdirSync(directory) }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "Error: The file unpacks to more than 500 times its size, which no catalogue does.
      If it really is a catalogue, unpack it yourself and import the CSV file.
      ",
        "left": [],
      }
    `);
  });
});

test('unpacking ends with an interrupt', async () => {
  const user = new AbortController();
  const directory = ownDirectory({ 'feed.gz': gzipSync(catalogue(200_000), { level: 1 }) });
  setTimeout(() => user.abort('SIGINT'), 10);
  const { code, err } = await shopCli('products import feed.gz --dry-run', { directory, interrupted: user.signal });
  // Where loading the program takes longer than that, it is stopped before it unpacks.
  expect({ code, err }).toEqual({
    code: 130,
    err: expect.stringMatching(/^(Stopped|Interrupted\. Nothing was sent)\.\n$/),
  });
});
