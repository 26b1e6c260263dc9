import { expect, test } from 'vitest';
import { read } from '../files.ts';

const warningsOf = async (file: string) =>
  (await read(file)).map(({ faults, warnings, stated }) => [
    stated?.ean,
    [...faults, ...warnings].map(({ message }) => message),
  ]);

test.each(['geen', 'n.v.t.', 'NVT', 'keine', 'N/A', '-', '0', '0000000000000', 'onbekend', '?'])(
  'an EAN "%s" is not sent, with a warning that is counted',
  async (cell) => {
    expect(await warningsOf(`sku,name,ean\nA,Mug,${cell}\nB,Cup,4006381333931\n`)).toEqual([
      [undefined, ['says that there is none: it is not sent']],
      ['4006381333931', []],
    ]);
  },
);

test.each(['geen', 'n.v.t.', '0'])('a row whose only key is the EAN "%s" is invalid', async (cell) => {
  const [row] = await read(`ean,name\n${cell},Mug\n`);
  expect([row?.values, row?.faults.length]).toEqual([undefined, 1]);
});

test.each(['geen', 'nvt', 'keine', 'onbekend'])('a SKU "%s" is what people write for no value', async (cell) => {
  const [row] = await read(`sku,ean,name\n${cell},4006381333931,Mug\n`);
  expect(row?.faults.map(({ message }) => message)).toEqual([
    'is what programs write for no value: leave the cell empty, or enter the value',
  ]);
});

test.each(['<b>Pan</b>', 'Pot<br>groot', '<P CLASS="x">Kan</P>', '<b>Pan</b> &Oslash; 28'])(
  'a name with HTML tags is sent as it is, with a warning: %s',
  async (name) => {
    const [row] = await read(`sku,name\nA,"${name.replaceAll('"', '""')}"\n`);
    expect([row?.values?.name, row?.warnings.map(({ message }) => message)]).toEqual([
      name,
      ['has HTML tags, and is sent with them: if the shop is to show it plainly, remove them'],
    ]);
  },
);

test.each(['Kabel <A4>', 'a < b > c', 'Lamp <3', 'Buis <p'])('a name such as %s has no tags', async (name) => {
  const [row] = await read(`sku,name\nA,${name}\n`);
  expect(row?.warnings).toEqual([]);
});
