import { listed } from '../text/words.ts';
import type { FieldHeadings, NotImported } from './file-table.ts';
import { nameHeadings } from './importable-people.ts';

/** What the columns of addresses are called, and those that an import of people does not read. In loose headings. */

/** What Dutch, English and German shops call the fields of an address. */
const usual: FieldHeadings = {
  ...nameHeadings,
  company: listed(`
    company companyname bedrijf bedrijfsnaam firma firmenname firmname firmanaam organisatie organisation organization
    organisatienaam unternehmen societe`),
  streetAddress: listed(`
    address address1 addressline1 addressline adres adres1 adresregel1 adresse adresse1 anschrift street street1
    streetline1 streetname streetaddress streetaddress1 straat straatnaam straatenhuisnummer straatennummer strasse
    straße strassenname straßenname strassehausnummer straßehausnummer strasseundhausnummer straßeundhausnummer
    strassenr straßenr streetandnumber`),
  addressLine2: listed(`
    address2 addressline2 adres2 adresregel2 adresse2 adresszusatz adresszusatz1 street2 streetline2 streetaddress2
    adrestoevoeging zusatz appartement apartment apartmentsuite apartmentsuiteetc additionaladdressline1`),
  houseNumber: listed('huisnummer huisnr hnr hausnummer hausnr housenumber housenr houseno streetnumber streetnr'),
  houseNumberExtension: listed(`
    toevoeging toev toevoegsel huisnummertoevoeging huisnummertoev huisnrtoevoeging huisnrtoev hnrtoevoeging hnrtoev
    nrtoevoeging nrtoev toevhuisnr toevhuisnummer toevnr huisletter huisnummerext huisnrext extension hausnummerzusatz
    hausnrzusatz hnrzusatz housenumberaddition housenumbersuffix housenumberext addition busnummer busnr bus boite bte
    apt aptno`),
  zipcode: listed(
    'postcode postalcode zip zippostalcode postcodezip zippostcode pincode zippincode postcodepincode plz postleitzahl codepostal',
  ),
  city: listed('city plaats plaatsnaam woonplaats stad ort stadt wohnort gemeente town ville'),
  state: listed('state provincie province region regio bundesland county stateprovince provincestate statename'),
  country: listed('country countryregion land landnaam countryname pays'),
  btwNumber: listed('btwnummer btwnr btwid vat vatnumber vatno vatid ustid ustidnr umsatzsteuerid taxvat taxvatnumber'),
  kvkNumber: listed('kvk kvknummer kvknr coc cocnumber chamberofcommerce'),
};

/** The same where a file has nothing better. */
export const lesserHeadings: FieldHeadings = {
  state: listed('statecode provincecode regioncode countycode'),
  country: listed(
    'countrycode landcode landercode countryiso isocode landkurzel landkuerzel countryid countryregioncode',
  ),
};

/** What stands before or behind a heading that is about the bill. A shop's default address is one too. */
const ofBill = {
  before: listed(`billingaddress billing invoiceaddress invoice factuuradres factuur rechnungsadresse rechnungs rechnung
    bill defaultaddress`),
  behind: listed('billing invoice factuur factuuradres rechnung rechnungsadresse'),
};

/** What stands before or behind a heading that is about the delivery. */
const ofDelivery = {
  before: listed(`shippingaddress shipping shipto deliveryaddress delivery afleveradres aflever bezorgadres bezorg
    verzendadres verzend leveradres lever lieferadresse liefer versandadresse versand business otheraddress other`),
  behind: listed(
    'shipping delivery aflever bezorg levering verzending afleveradres bezorgadres lieferung lieferadresse',
  ),
};

/** These headings about the bill. Magento says `_address_city` of any address of a customer. */
const aboutBill = (table: FieldHeadings): FieldHeadings =>
  Object.fromEntries(
    Object.entries(table).map(([field, names]) => [
      field,
      names.flatMap((name) => [
        ...ofBill.before.map((word) => `${word}${name}`),
        ...ofBill.behind.map((word) => `${name}${word}`),
        ...(field === 'name' ? [] : [`address${name}`]),
      ]),
    ]),
  );

/** The address at home in the contacts of Outlook, and the first one in those of Google. */
const atHome: FieldHeadings = {
  streetAddress: listed('homestreet address1street'),
  addressLine2: listed('homestreet2 address1extendedaddress'),
  city: listed('homecity address1city'),
  state: listed('homestate address1region'),
  zipcode: listed('homepostalcode address1postalcode'),
  country: listed('homecountry homecountryregion address1country'),
};

/** FieldHeadings about the bill precede others, which may be of the customer. */
export const addressHeadings = {
  first: aboutBill({ firstName: ['firstname'], lastName: ['lastname'], ...mergedWith(usual) }),
  usual,
  other: [aboutBill(lesserHeadings), lesserHeadings, atHome],
};

/** With the names of the fields, which stand before their common names elsewhere. */
function mergedWith(table: FieldHeadings): FieldHeadings {
  const own: FieldHeadings = { firstName: ['firstname'], lastName: ['lastname'], zipcode: ['zipcode'], name: ['name'] };
  return Object.fromEntries(Object.entries(table).map(([field, names]) => [field, [...(own[field] ?? []), ...names]]));
}

const fieldByHeading: ReadonlyMap<string, string> = new Map(
  [lesserHeadings, mergedWith(usual)].flatMap((table) =>
    Object.entries(table).flatMap(([field, names]) => names.map((name) => [name, field] as const)),
  ),
);

/** The field of an address that a column has of a delivery: `shippingcity` is `city`. */
export function deliveryField(heading: string): string | undefined {
  for (const word of ofDelivery.before)
    if (heading.startsWith(word)) {
      const field = fieldByHeading.get(heading.slice(word.length));
      if (field) return field;
    }
  const behind = ofDelivery.behind.find((word) => heading.endsWith(word));
  return behind && fieldByHeading.get(heading.slice(0, -behind.length));
}

/** What only addresses have; a name is of the customer too. */
const ofAddressAlone = new Set([
  ...[...fieldByHeading].filter(([, field]) => !(field in nameHeadings)).map(([name]) => name),
  ...Object.values(atHome).flat(),
]);
const beforeAddresses = [...ofBill.before, ...ofDelivery.before, 'address'];

/** In a file of customers. */
export const addressColumns: NotImported = {
  isNamedIn: (heading) => ofAddressAlone.has(heading) || beforeAddresses.some((word) => heading.startsWith(word)),
  why: "import the addresses afterwards, from the same file: 'shop-cli addresses import <file>'",
  readBy: { noun: 'addresses', otherwise: 'they belong to addresses, which are imported separately' },
};

/** The number that another shop gave to somebody. */
const otherIds: NotImported = {
  isNamedIn: (heading) =>
    /^(?:id|entityid|userid|customerid|customerno|customernumber|customernr|externalid|klantid|klantnr|klantnummer|klantcode|relatienummer|debiteurnummer|debiteurnr|kundenid|kundennr|kundennummer|debitorennummer|accountid|accountnumber|incrementid|addressid|adresid)$/.test(
      heading,
    ),
  why: 'the store gives its own IDs',
};

/** What exports of shops say of customers, and the API cannot set. */
export const columnsOfShops: readonly NotImported[] = [
  otherIds,
  {
    isNamedIn: (heading) =>
      /newsletter|nieuwsbrief|marketing|optin|subscri|partneroffers|mailinglist|werbung/.test(heading),
    why: 'the API cannot subscribe anyone',
  },
  {
    isNamedIn: (heading) => /^dob|birth|geboorte|geburt|verjaardag|leeftijd|^age$|^alter$/.test(heading),
    why: 'the API cannot set dates of birth',
  },
  {
    isNamedIn: (heading) => /group|groep|gruppe/.test(heading),
    why: 'the API takes only the ID of a discount group: --map or --set discountGroupId',
  },
  {
    isNamedIn: (heading) =>
      /^note|notitie|notiz|^tags?$|^opmerking|bemerkung|^comment|^language|^taal$|^sprache$|^locale$|taxexempt|website|^storeid$|^store$/.test(
        heading,
      ),
    why: 'the API has no field for them',
  },
  {
    isNamedIn: (heading) =>
      /^created|^updated|^modified|^registrat|registered|^lastlogin|^lastactive|^lastvisit|^lastorder|^signup|customersince|klantsinds|kundeseit|^orders|orderscount|^ordercount|totalorders|totalspen[dt]|^sales$|^aov$|^aangemaakt|^erstellt|numberoflogins/.test(
        heading,
      ),
    why: 'the store keeps its own',
  },
];
