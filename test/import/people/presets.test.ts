import { describe, expect, test } from 'vitest';
import type { FileTable } from '../../../src/resources/file-table.ts';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';
import { inNumber } from '../../../src/text/numbers.ts';
import { open, rowsOf } from '../map/files.ts';

/** The shop that is recognised, and what becomes of each row. */
async function read(file: string, noun: FileTable) {
  const catalogue = await open(file, {}, undefined, noun);
  const rows = (await rowsOf(catalogue)).map(({ values, excluded, faults }) => {
    if (values) return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
    return excluded ? inNumber(excluded, 1) : faults.map(({ message }) => message);
  });
  return [catalogue.description.preset?.title, ...rows];
}

const shopify = `Customer ID,First Name,Last Name,Email,Accepts Email Marketing,Default Address Company,Default Address Address1,Default Address Address2,Default Address City,Default Address Province Code,Default Address Country Code,Default Address Zip,Default Address Phone,Phone,Accepts SMS Marketing,Total Spent,Total Orders,Note,Tax Exempt,Tags
'7012345678901,Jo,de Vries,jo@example.com,yes,,Kerkstraat 12,,Utrecht,UT,NL,'1012 AB,'+31612345678,'+31612345678,no,12.50,1,,no,vip
'7012345678902,Ann,Lee,ann@example.com,no,,12 Main Street,Apt 4,Boston,MA,US,'02134,,,no,0.00,0,,no,
'7012345678903,Bo,Smit,bo@example.com,no,,,,,,NL,,,,no,0.00,0,,no,
`;

const oldShopify = `First Name,Last Name,Email,Company,Address1,Address2,City,Province,Province Code,Country,Country Code,Zip,Phone,Accepts Marketing,Total Spent,Total Orders,Tags,Note,Tax Exempt
Jo,Vries,jo@example.com,,Kerkstraat 12,,Utrecht,Utrecht,UT,Netherlands,NL,1012 AB,0612345678,yes,12.50,1,,,no
`;

const wooAnalytics = `Name,Username,Last active,Date registered,Email,Orders,Total spend,AOV,Country / Region,City,Region,Postal code
Jo de Vries,jo,2026-01-01,2025-01-01,jo@example.com,1,12.50,12.50,NL,Utrecht,,1012 AB
`;

const wooUsers = `ID,customer_id,user_login,user_nicename,user_email,user_registered,display_name,first_name,last_name,roles,billing_first_name,billing_last_name,billing_company,billing_email,billing_phone,billing_address_1,billing_address_2,billing_postcode,billing_city,billing_state,billing_country,shipping_first_name,shipping_last_name,shipping_address_1,shipping_postcode,shipping_city,shipping_country
5,5,jo,jo,jo@example.com,2025-01-01,Jo,Jo,de Vries,customer,Johanna,de Vries,,fin@example.com,'+31612345678,Kerkstraat 12,,1012 AB,Utrecht,,NL,Jo,de Vries,Meir 8,2000,Antwerpen,BE
`;

const prestashopList = `ID;Social title;First name;Last name;Email address;Sales;Enabled;Newsletter;Partner offers;Registration;Last visit
1;Mrs.;Jo;de Vries;jo@example.com;12.50;1;0;0;2025-01-01 10:00:00;
`;

const prestashopImport = `Customer ID;Active (0/1);Titles ID (Mr = 1, Ms = 2, else 0);Email *;Birthday (yyyy-mm-dd);Last Name *;First Name *;Newsletter (0/1);Opt-in (0/1);Registration date (yyyy-mm-dd);Groups (x,y,z...);Default group ID
1;1;2;jo@example.com;;de Vries;Jo;0;0;2025-01-01;Customer;3
`;

const prestashopAddresses = `Address ID;Alias*;Active (0/1);Customer e-mail*;Customer ID;Manufacturer;Supplier;Company;Lastname*;Firstname*;Address 1*;Address 2;Zipcode*;City*;Country*;State;Other;Phone;Mobile Phone;VAT number;DNI
1;Home;1;jo@example.com;1;;;;de Vries;Jo;Kerkstraat 12;bus 3;1012 AB;Utrecht;Netherlands;;;0612345678;;NL1;
`;

const magentoMain = `email,_website,_store,confirmation,created_at,created_in,disable_auto_group_change,dob,firstname,gender,group_id,lastname,middlename,prefix,store_id,suffix,taxvat,updated_at,website_id
jo@example.com,base,default,,2025-01-01,Default,0,,Jo,Female,1,Vries,de,Dr.,1,,,2025-01-01,1
`;

const magentoAddresses = `_website,_email,_entity_id,city,company,country_id,fax,firstname,lastname,middlename,postcode,prefix,region,region_id,street,suffix,telephone,vat_id,_address_default_billing_,_address_default_shipping_
base,jo@example.com,1,Utrecht,,NL,,Jo,Vries,,1012 AB,,,,"Kerkstraat
12",,0612345678,,1,1
`;

const magentoComposite = `email,_website,_store,firstname,lastname,group_id,_address_city,_address_country_id,_address_firstname,_address_lastname,_address_postcode,_address_street,_address_telephone,_address_default_billing_
jo@example.com,base,default,Jo,Vries,1,Utrecht,NL,Johanna,Vries,1012 AB,Kerkstraat 12,0612345678,1
,,,,,,Antwerpen,BE,Jo,Vries,2000,Meir 8,,
an@example.com,base,default,An,Smit,1,,,,,,,,
`;

const magentoGrid = `ID,Name,Email,Group,Phone,ZIP,Country,State/Province,Customer Since,Web Site,Billing Address,Shipping Address,Date of Birth,Gender,Street Address,City,Company
1,Jo de Vries,jo@example.com,General,0612345678,1012 AB,Netherlands,,2025-01-01,Main Website,Kerkstraat 12 Utrecht 1012 AB,Kerkstraat 12 Utrecht 1012 AB,,Female,Kerkstraat 12,Utrecht,
`;

const jo = { emailAddress: 'jo@example.com', firstName: 'Jo', lastName: 'de Vries' };

describe('The customers of', () => {
  test.each([
    [
      'Shopify',
      shopify,
      'Shopify',
      [
        { ...jo, phoneNumber: '+31612345678' },
        { emailAddress: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' },
        { emailAddress: 'bo@example.com', firstName: 'Bo', lastName: 'Smit' },
      ],
    ],
    ['Shopify before 2023', oldShopify, 'Shopify', [{ ...jo, lastName: 'Vries', phoneNumber: '0612345678' }]],
    ['WooCommerce in its analytics', wooAnalytics, 'WooCommerce', [jo]],
    ['WooCommerce by a plugin for users', wooUsers, 'WooCommerce', [{ ...jo, phoneNumber: '+31612345678' }]],
    ['PrestaShop in their list', prestashopList, 'PrestaShop', [{ ...jo, gender: 'f' }]],
    ['PrestaShop in its import file', prestashopImport, 'PrestaShop', [{ ...jo, gender: 'f' }]],
    ['Magento', magentoMain, 'Magento', [{ ...jo, gender: 'f' }]],
    [
      'Magento with their addresses',
      magentoComposite,
      'Magento',
      [
        { ...jo, lastName: 'Vries', phoneNumber: '0612345678' },
        'row with another address of a customer',
        { emailAddress: 'an@example.com', firstName: 'An', lastName: 'Smit' },
      ],
    ],
    ['Magento in their list', magentoGrid, 'Magento', [{ ...jo, phoneNumber: '0612345678', gender: 'f' }]],
  ])('%s are imported as they are', async (_, file, shop, expected) => {
    const [title, ...rows] = await read(file, importableCustomers);
    expect([title, ...rows]).toEqual([`${shop} (customers)`, ...expected]);
  });
});

const kerkstraat = {
  customerEmail: 'jo@example.com',
  firstName: 'Jo',
  streetAddress: 'Kerkstraat',
  houseNumber: 12,
  zipcode: '1012 AB',
  city: 'Utrecht',
  country: 'NL',
};

describe('The addresses of', () => {
  test.each([
    [
      'Shopify',
      shopify,
      [
        { ...kerkstraat, lastName: 'de Vries', state: 'UT' },
        {
          ...kerkstraat,
          customerEmail: 'ann@example.com',
          firstName: 'Ann',
          lastName: 'Lee',
          streetAddress: 'Main Street',
          houseNumberExtension: 'Apt 4',
          zipcode: '02134',
          city: 'Boston',
          state: 'MA',
          country: 'US',
        },
        'row without an address',
      ],
    ],
    ['Shopify before 2023', oldShopify, [{ ...kerkstraat, lastName: 'Vries', state: 'Utrecht' }]],
    ['WooCommerce: those of the bill', wooUsers, [{ ...kerkstraat, firstName: 'Johanna', lastName: 'de Vries' }]],
    [
      'PrestaShop',
      prestashopAddresses,
      [{ ...kerkstraat, lastName: 'de Vries', houseNumberExtension: 'bus 3', btwNumber: 'NL1' }],
    ],
    ['Magento', magentoAddresses, [{ ...kerkstraat, lastName: 'Vries' }]],
    [
      'Magento with the customers',
      magentoComposite,
      [
        { ...kerkstraat, firstName: 'Johanna', lastName: 'Vries' },
        {
          ...kerkstraat,
          lastName: 'Vries',
          streetAddress: 'Meir',
          houseNumber: 8,
          zipcode: '2000',
          city: 'Antwerpen',
          country: 'BE',
        },
        'row without an address',
      ],
    ],
    ['Magento in the list of customers', magentoGrid, [{ ...kerkstraat, lastName: 'de Vries', gender: 'f' }]],
  ])('%s are imported as they are', async (_, file, expected) => {
    const [, ...rows] = await read(file, importableAddresses);
    expect(rows).toEqual(expected);
  });

  test('a Magento customer without an e-mail address are not those of the one above', async () => {
    const file = magentoComposite.replace(
      'an@example.com,base,default,An,Smit,1,,,,,,,,',
      ',base,default,An,Smit,1,Utrecht,NL,An,Smit,1012 AB,Dam 1,,',
    );
    const [, , , row] = await read(file, importableAddresses);
    expect(row).toEqual(["no customer ID or customer's e-mail address: add one"]);
  });
});
