import { expect, test } from 'vitest';
import { formatMoney, type Money } from '../../../../src/text/money.ts';
import { open, read, rowsOf } from '../files.ts';

const columnsOf = async (headings: string, cells: string) =>
  (await open(`${headings}\n${cells}\n`)).description.columns.map(({ field }) => field);

test('The headings of a French list are read', async () => {
  expect(
    await columnsOf(
      'Réf.;Désignation;Code EAN;Prix HT;Prix d’achat HT;Quantité en stock;TVA',
      'FR-1;Sécateur;3123456789012;24,90;11,20;12;20 %',
    ),
  ).toEqual(['sku', 'name', 'ean', 'price', 'purchasePrice', 'quantity', 'taxRate']);
  expect(await columnsOf('Référence;Nom;Prix;Stock;Taux TVA', 'A;Livre;20,00;3;6')).toEqual([
    'sku',
    'name',
    'price',
    'quantity',
    'taxRate',
  ]);
});

test.each(['TVA', 'Taux de TVA', 'TVA %', 'IVA', 'BTW %', 'btw_percentage', 'MwSt.-Satz'])(
  'The VAT of a price is removed at the rate of its row: %s',
  async (heading) => {
    const rows = await read(`Référence;Nom;Prix TTC;${heading}\nB-1;Sécateur;24,20;21 %\nB-2;Livre;21,20;6 %\n`);
    expect(rows.map(({ values }) => formatMoney(values?.price as Money))).toEqual(['20.0000', '20.0000']);
  },
);

test('VAT that is an amount makes a row invalid', async () => {
  const rows = await rowsOf(await open('Réf;Nom;Prix HT;TVA\nB-1;Livre;20,00;1,20\n'));
  expect(rows.flatMap(({ faults }) => faults.map(({ column }) => column))).toEqual(['TVA']);
});
