import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { encodeText } from '../../../src/import/file/code-pages.ts';
import { choiceOf } from '../../../src/import/file/faults.ts';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { open, read, refusalOf, rowsOf } from '../map/files.ts';
import { imported } from './imported.ts';
import { productNames } from './names.ts';

const namesOf = (...languages: readonly (keyof typeof productNames)[]): readonly string[] =>
  languages.flatMap((language) => productNames[language].split('|'));

const western = ['german', 'french', 'dutch', 'spanish', 'nordic', 'portuguese', 'italian'] as const;
const central = ['polish', 'czech', 'slovak', 'hungarian', 'croatian', 'romanian'] as const;
const cyrillic = ['russian', 'bulgarian', 'ukrainian'] as const;

const fileOf = (names: readonly string[], encoding: string): Uint8Array =>
  encodeText(['sku;name', ...names.map((name, at) => `A${at};${name}`), ''].join('\r\n'), encoding);

/** Whether an encoding has all characters of a text, and reads otherwise in Windows-1252. */
const isOf = (encoding: string, name: string): boolean => {
  const bytes = encodeText(name, encoding);
  const decoded = new TextDecoder('windows-1252').decode(bytes, { stream: true });
  return !Buffer.from(bytes).includes('?') && decoded !== name;
};

describe('a file without a mark that is not UTF-8', () => {
  test.each([...western, 'signs'] as const)(
    'is Windows-1252 where its text is plausible, each name alone: %s',
    async (language) => {
      for (const name of namesOf(language))
        expect((await read(fileOf([name], 'windows-1252'))).map(({ values }) => values?.name)).toEqual([name]);
    },
  );

  test.each([
    ['windows-1250', central],
    ['windows-1251', cyrillic],
    ['850', western],
    ['macintosh', western],
  ] as const)('in %s is refused in 95 of 100 names, each alone, and as a whole', async (encoding, languages) => {
    const names = namesOf(...languages).filter((name) => isOf(encoding, name));
    expect(names.length).toBeGreaterThan(180);
    const passed = [];
    for (const name of names) if ((await refusalOf(fileOf([name], encoding))) === 'not refused') passed.push(name);
    expect(passed.length / names.length, passed.join('; ')).toBeLessThan(0.05);
    for (const language of languages)
      expect(
        await refusalOf(
          fileOf(
            namesOf(language).filter((name) => isOf(encoding, name)),
            encoding,
          ),
        ),
      ).not.toBe('not refused');
  });

  test('passes with a name from elsewhere among many, and the guess is shown by its first cell', async () => {
    const catalogue = await open(fileOf([...namesOf('german'), 'Krzes³o dêbowe'], 'windows-1252'));
    expect([catalogue.description.notes, (await rowsOf(catalogue)).length]).toEqual([
      ['The encoding is a guess: line 2 has "Küchenmesser groß". If that is wrong, pass --encoding.'],
      namesOf('german').length + 1,
    ]);
  });

  test('passes as a catalogue of ours with the signs of measures', async () => {
    const text = await readFile(new URL('../../support/catalogue.csv', import.meta.url), 'utf8');
    const signs = ['Zand 1 m³', 'Fles ½ l', 'Filter 5 µm', 'Buis Ø 30', 'Lego®', 'Ražen', 'm³ ½ µ Ø ® ž'];
    expect(await refusalOf(encodeText(text, 'windows-1252'))).toBe('not refused');
    expect(await refusalOf(fileOf(signs, 'windows-1252'))).toBe('not refused');
  });

  test('is refused with the cell, and how it reads in other encodings', async () => {
    const file = fileOf(['Mug', 'Krzesło dębowe'], 'windows-1250');
    expect(await refusalOf(file)).toBe(
      'The encoding of the file is not clear. In Windows-1252, line 3 reads "Krzes³o dêbowe". Pass the encoding in which the line looks right: --encoding windows-1250 ("Krzesło dębowe"), windows-1251 ("Krzesіo dкbowe"), macintosh ("Krzes≥o dÍbowe"), 850 ("Krzes│o dÛbowe"), iso-8859-15 ("Krzes³o dêbowe"), or windows-1252 if that looks right. Or save the file as UTF-8.',
    );
    expect(await refusalOf(file, { encoding: 'windows-1252' })).toBe('not refused');
  });

  test.each([
    ['windows-1250', ['Krzesło dębowe', 'Łódka', 'Żółw', 'Mąka']],
    ['macintosh', ['Crème brûlée', 'Café', 'Tête', 'Noël']],
  ])('shows three cells for each encoding that is asked about: %s', async (encoding, names) => {
    const file = fileOf(['Mug', ...names], encoding);
    const error = await open(file).then(
      () => undefined,
      (cause: unknown) => cause,
    );
    const [first] = choiceOf(error)?.answers ?? [];
    expect([first?.label, first?.cells]).toEqual([encoding, names.slice(0, 3)]);
  });

  test.each(['\r', '\r\n'])('is not damaged where it is of a Mac or of DOS: lines that end with %j', async (end) => {
    const file = encodeText(['sku;name', 'A;Mug', 'B;Crème brûlée', ''].join(end), 'macintosh');
    expect(await refusalOf(file)).toContain(
      'Line 3 has bytes that are neither UTF-8 nor Windows-1252: the file was probably saved on an old Mac or in DOS, or is damaged. Pass the encoding in which the line looks right: --encoding macintosh ("Crème brûlée"), ',
    );
  });
});

describe('--encoding', () => {
  test.each([
    ['windows-1250', 'Krzesło dębowe'],
    ['cp1251', 'Кружка синяя'],
    ['latin1', 'Crème'],
    ['iso-8859-15', 'Œuvre € 25'],
    ['macintosh', 'Grüße €'],
    ['x-mac-cyrillic', 'Кружка'],
    ['850', 'Küche groß ±'],
    ['CP437', 'Küche ½ ²'],
    ['ibm850', 'Ørsted × 3'],
    ['koi8-u', 'Кухоль'],
    ['windows-874', 'ถ้วย'],
    ['windows-1253', 'Κούπα'],
    ['iso-8859-8', 'ספל'],
  ])('reads %s, and --rejected has its rows byte for byte', async (encoding, name) => {
    const bytes = encodeText(`sku;name;price\r\nA;${name};1,50\r\nB;${name};x\r\n`, encodingName[encoding] ?? encoding);
    const directory = ownDirectory({ 'in.csv': bytes });
    const options = `--dry-run -o ndjson --skip-invalid --rejected bad.csv --encoding ${encoding}`;
    const { out } = await shopCli(`products import in.csv ${options}`, { directory });
    expect(JSON.parse(out.split('\n')[0] ?? '').name).toBe(name);
    const rejected = await readFile(`${directory}/bad.csv`);
    expect(rejected.toString('latin1')).toContain(/B;.*x/.exec(Buffer.from(bytes).toString('latin1'))?.[0]);
  });

  test.each([
    ['shift_jis', '835283628376', 'コップ'],
    ['gbk', 'b1add7d3', '杯子'],
    ['big5', 'aa4d', '杯'],
    ['euc-kr', 'c4c5', '컵'],
    ['euc-jp', 'a5b3a5c3a5d7', 'コップ'],
    ['gb18030', 'b1ad8139ef30', '杯㐁'],
    ['iso-2022-jp', '1b2442253325431b2842', 'コッ'],
  ])(
    'reads %s, and --rejected is UTF-8 with its mark, to be imported without the option',
    async (encoding, hex, name) => {
      const cell = Buffer.from(hex, 'hex');
      const file = Buffer.concat([
        Buffer.from('sku,name,price\nA,'),
        cell,
        Buffer.from(',1\nB,'),
        cell,
        Buffer.from(',x\n'),
      ]);
      const { written } = await imported('feed.csv', file, `--encoding ${encoding}`);
      expect(
        written[1]
          ?.split('\n')
          .slice(0, 2)
          .map((line) => line.split(',').slice(0, 3).join(',')),
      ).toEqual(['\ufeffsku,name,price', `B,${name},x`]);
      expect(await refusalOf(written[1] ?? '', { encoding })).toContain(
        'begins with a UTF-8 byte order mark, but --encoding',
      );
    },
  );

  test('names what it does not know, and bytes that the encoding lacks', async () => {
    const { code, err } = await shopCli('products import - --encoding utf-9', { stdin: 'sku,name\nA,x\n' });
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('Invalid --encoding "utf-9". Example: utf-8, windows-1252, windows-1250'),
    ]);
    expect(await refusalOf(Buffer.from('sku,name\nA,\x83,\n', 'latin1'), { encoding: 'windows-1250' })).toContain(
      'Line 2',
    );
    expect(await refusalOf(Buffer.from('sku,name\nA,\xff\xff\n', 'latin1'), { encoding: 'shift_jis' })).toContain(
      'Line 2',
    );
  });
});

/** Aliases, by what `encodeText` takes. */
const encodingName: Readonly<Record<string, string>> = {
  cp1251: 'windows-1251',
  latin1: 'windows-1252',
  CP437: '437',
  ibm850: '850',
};

test.each(['utf-16le', 'utf-16be'])(
  'A file in %s without a byte order mark is refused with the option that reads it',
  async (encoding) => {
    const bytes = Buffer.from('sku;naam\nA;Crème\n', 'utf16le');
    const file = encoding === 'utf-16le' ? bytes : bytes.swap16();
    expect(await refusalOf(file)).toBe(
      `The file looks like ${encoding.toUpperCase()} without a byte order mark. To read it: --encoding ${encoding}. Or save it as UTF-8.`,
    );
  },
);
