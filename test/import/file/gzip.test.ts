import { readdirSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { growing, serveStore } from '../../support/store.ts';
import { catalogue, storeOf } from '../product-store.ts';
import { imported } from './imported.ts';

const csv = 'sku,name,price\n007,"Mug, 30 cl",12.50\nB,Plate,3\nC,,1\n';
const packed = gzipSync(csv);

describe('a catalogue packed with gzip', () => {
  test('is imported like the same catalogue unpacked, to the byte of every file that is written', async () => {
    expect(await imported('feed.csv.gz', packed)).toEqual(await imported('feed.csv', csv));
  });

  test('is read from standard input, and in several members', async () => {
    const stdin = Buffer.concat([gzipSync(csv.slice(0, 20)), gzipSync(csv.slice(20))]);
    const { code, out } = await shopCli('products import - --dry-run --skip-invalid -o ndjson', { stdin });
    expect({ code, rows: out.split('\n').length - 1 }).toEqual({ code: 7, rows: 2 });
  });

  test('continues the import of the same catalogue unpacked', async () => {
    const directory = ownDirectory();
    await writeFile(join(directory, 'in.csv'), catalogue(3));
    await writeFile(join(directory, 'in.csv.gz'), gzipSync(catalogue(3)));
    const store = storeOf([], (sku) => ({ status: sku === 'S-1' ? 422 : 201 }));
    const { run } = await serveStore(store);
    await run('products import in.csv --journal j.db --concurrency 1 --max-errors 0', { directory });
    await run('products import in.csv.gz --journal j.db --report r.json', { directory });
    expect(JSON.parse(await readFile(join(directory, 'r.json'), 'utf8'))).toMatchObject({ run: 1, created: 2 });
  });
});

describe('a gzip file that is not whole', () => {
  test.each([
    [
      'cut off within its last eight bytes',
      packed.subarray(0, -3),
      'Cannot read the gzip file: unexpected end of file.',
    ],
    [
      'changed',
      Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)]),
      'Cannot read the gzip file: incorrect data check.',
    ],
    [
      'followed by other bytes',
      Buffer.concat([packed, Buffer.from('more')]),
      'Cannot read the gzip file: incorrect header check.',
    ],
    [
      'a tar archive',
      gzipSync(Buffer.concat([Buffer.alloc(257, 'a'), Buffer.from('ustar\0')])),
      'The packed file is an archive or a compressed file, not CSV.',
    ],
    ['of nothing', gzipSync(''), 'The file is empty.'],
  ])('%s is refused, and nothing is sent', async (_, stdin, message) => {
    const { run, seen } = await serveStore(growing());
    const { code, err } = await run('products import -', { stdin });
    expect({ code, message: err.split('\n')[0], seen: seen.length }).toEqual({
      code: 2,
      message: `Error: ${message}`,
      seen: 0,
    });
  });

  test('zeros at its end, as tapes and block devices add, are ignored', async () => {
    const stdin = Buffer.concat([gzipSync('sku,name\nA,x\n'), Buffer.alloc(512)]);
    expect((await shopCli('products import - --dry-run', { stdin })).code).toBe(0);
  });
});

test('a bomb is refused early, with nothing left in the temporary directory', async () => {
  const directory = ownDirectory();
  vi.stubEnv('TMPDIR', directory);
  const stdin = gzipSync(Buffer.alloc(100 * 1024 * 1024));
  const { code, err } = await shopCli('products import - --dry-run', { stdin });
  vi.unstubAllEnvs();
  expect({ code, err, left: readdirSync(directory) }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": "Error: The file unpacks to more than 500 times its size, as no catalogue does.
      If it really is a catalogue, unpack it yourself and import the CSV file.
      ",
        "left": [],
      }
    `);
});

test('unpacking ends with an interrupt', async () => {
  const user = new AbortController();
  const directory = ownDirectory();
  writeFileSync(join(directory, 'feed.gz'), gzipSync(catalogue(200_000), { level: 1 }));
  setTimeout(() => user.abort('SIGINT'), 10);
  const { code, err } = await shopCli('products import feed.gz --dry-run', { directory, interrupted: user.signal });
  expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 130,
        "err": "Stopped.
      ",
      }
    `);
});
