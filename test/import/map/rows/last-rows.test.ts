import { expect, test } from 'vitest';
import { read } from '../files.ts';

const header = 'sku;ean;naam;prijs\nG1;;Lamp;12,50\n';

test.each([
  'Totaal;;Totaal 2 artikelen;19,50',
  'Totaal;;;1.234,00',
  ';;Totaal:;1.234,00',
  'TOTAL;;12 products;',
  'Subtotaal;;Subtotaal lampen;19,50',
  'Einde export;;Einde export;',
  'Zwischensumme;;;9,50',
  'Gesamt;;2 Artikel;1.302,90',
  'Gesamtbetrag:;;;9,50',
  'Sous-total;;;9,50',
  'Razem;;Razem;9,50',
  'Totale;;Totale generale;9,50',
  'Suma;;;9,50',
  'Totaal generaal;;Totaal generaal;9,50',
  'Total général;;;9,50',
  'Итого:;;Итого:;9,50',
  'Összesen;;Összesen;9,50',
  'Celkem;;;9,50',
  'Yhteensä;;;9,50',
  'Toplam;;Genel toplam;9,50',
  'Subtotal;;Subtotal;9,50',
  'Totalt;;;9,50',
  'I alt;;;9,50',
  'Totaal artikelen;;2;11,00',
  'Totaal;;2;11,00',
  'Totaal excl.;;;11,00',
  'Gesamt netto;;3;11,00',
  'Summe Artikel:;;3;11,00',
])('The last row of a report is no product: %s', async (row) => {
  const rows = await read(`${header}${row}\n`, { generateSku: true });
  expect(rows.flatMap(({ faults }) => faults.map(({ line, message }) => [line, message]))).toEqual([
    [3, 'is the last row of a report, not a product: remove the row, or pass --skip-invalid'],
  ]);
});

test.each(['Totaal;;Motorolie Total Quartz;19,50', 'G2;;Totaal 12 artikelen;19,50', 'Total;4006381333931;Total;19,50'])(
  'A row that may be a product is only doubted: %s',
  async (row) => {
    const [, last] = await read(`${header}${row}\n`);
    expect([last?.faults, last?.warnings.map(({ message }) => message).includes(doubt)]).toEqual([[], true]);
  },
);

const doubt = 'may be the last row of a report, not a product: if so, remove it';

test.each([
  'G2;;Total Quartz 5W30;1',
  'SUM-1;;Summer hat;1',
  'TOTAL-5W30;;5;1',
  'Total 5W30;;Motorolie;1',
  'Total 5W30;4006381333931;Quartz;1',
  'G2;;Totaal ontspannen set;1',
  'SUMA-1;;Sumatra koffie;1',
  'G2;;Razem blisko, blisko razem;1',
])('A product whose name begins like a total is one: %s', async (row) => {
  const [, last] = await read(`${header}${row}\n`);
  expect(last?.warnings).toEqual([]);
});
