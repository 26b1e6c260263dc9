import { expect, test } from 'vitest';
import { importableAddresses } from '../../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../../src/resources/importable-customers.ts';
import { open, refusalOf } from '../files.ts';

const headingsRead = async (headings: readonly string[], options = {}, noun = undefined as never) => {
  const line = (cells: readonly string[]) => `${cells.map((cell) => `"${cell}"`).join(',')}\n`;
  const { description } = await open(line(headings) + line(headings.map(() => '21')), options, undefined, noun);
  return description.map;
};

test.each([
  ['sku', 'Artikelnr / Référence'],
  ['sku', 'Code article/Artikelcode'],
  ['taxRate', 'BTW / T.V.A.'],
  ['quantity', 'Voorraad / Stock'],
  ['quantity', 'Voorraad | Stock disponible'],
  ['price', 'Prijs excl. btw / Prix HT'],
  ['price', 'Prijs (Price)'],
  ['price', 'Preis - Prix'],
  ['ean', 'Barcode\nEAN'],
  ['sku', 'Artikelnummer / Artikelnr. / Référence'],
])('the %s is read from a heading in two languages: %s', async (field, heading) => {
  const needed = ['Naam / Nom', ...(['sku', 'ean'].includes(field) ? [] : ['sku'])];
  expect(await headingsRead([...needed, heading])).toMatchObject({ name: 'Naam / Nom', [field]: heading });
});

test.each([
  'Prijs / doos',
  'Prijs/100',
  'Prijs excl. / incl. btw',
  'Aantal / VPE',
  'Naam / EAN',
  'EAN - doos',
  'EAN (leverancier)',
  'Barcode\nomdoos',
  'Inkoop / Verkoop',
  'Prijs / Adviesprijs',
])('a heading whose halves are about other things is read as none: %s', async (heading) => {
  const read = await headingsRead(['sku', 'naam', heading], { map: { price: 'none', quantity: 'none' } });
  expect(read).toEqual({ sku: 'sku', name: 'naam' });
});

test('a heading that is one field precedes a heading whose half is', async () => {
  expect(await headingsRead(['Artikelnr / Réf.', 'SKU', 'naam'])).toMatchObject({ sku: 'SKU', name: 'naam' });
});

test('of two columns whose halves say one field, the user chooses', async () => {
  const file = 'sku,Naam / Nom,Titel / Titre\nA,x,y\n';
  expect(await refusalOf(file)).toContain('More than one column matches name: "Naam / Nom" and "Titel / Titre"');
});

test('prices in a heading that says in one language that VAT is included are refused without its rate', async () => {
  expect(await refusalOf('sku;naam;Prijs / Prix TTC\nA;x;1,00\n')).toContain('its heading says that VAT is included');
});

test('columns of people are read from headings in two languages', async () => {
  const headings = ['E-mail / Courriel', 'Voornaam / Prénom', 'Naam / Nom', 'GSM / Mobile'];
  expect(await headingsRead(headings, {}, importableCustomers as never)).toEqual({
    emailAddress: headings[0],
    firstName: headings[1],
    name: headings[2],
    phoneNumber: headings[3],
  });
});

test('an address is read from headings in two languages, not the one of a delivery', async () => {
  const headings = ['E-mail', 'Naam / Nom', 'Straat / Rue', 'Nr', 'Postcode / Code postal', 'Plaats / Localité'];
  const more = ['Land / Pays', 'Levering / Plaats'];
  const options = { map: { houseNumber: 'Nr' } };
  const read = await headingsRead([...headings, ...more], options, importableAddresses as never);
  expect(read).toMatchObject({
    streetAddress: 'Straat / Rue',
    zipcode: 'Postcode / Code postal',
    city: 'Plaats / Localité',
    country: 'Land / Pays',
  });
});

test('the halves of headings tell the delimiter and the line of the headings', async () => {
  const file = 'Lijst;;\nArtikelnr / Référence;Naam / Nom;x\nA;x;1\n';
  expect(await refusalOf(file)).toContain('--header-row 2');
});

test('the headings that the software of a shop writes have no halves', async () => {
  const file = 'Handle,Title,Variant SKU,Variant Price,Google Shopping / MPN\nh,x,A,1.00,M\n';
  const { description } = await open(file, { preset: 'shopify' });
  expect(description.ignored).toContain('Google Shopping / MPN');
});
