import { customerPresets, outlookCustomers, withoutDeleted } from './customers.ts';
import { type ColumnFinder, type Preset, type RowShaping, textAt, withText } from './preset.ts';

/** Addresses in the exports of four shops: in the files of customers, and in files of their own. */

const { shopify: shopifyCustomers, woocommerce: wooCustomers, magento: magentoCustomers } = customerPresets;

/** Each customer has the default address. */
const shopify: Preset = {
  ...shopifyCustomers,
  title: 'Shopify (addresses of customers)',
  headings: {
    customerEmail: ['email'],
    streetAddress: ['defaultaddressaddress1', 'address1'],
    country: ['defaultaddresscountrycode', 'countrycode'],
  },
};

const woocommerce: Preset = {
  ...wooCustomers,
  title: 'WooCommerce (addresses of customers)',
  headings: { customerEmail: ['useremail', 'email'], streetAddress: ['billingaddress1'] },
};

/** PrestaShop's import file of addresses, and its list of them. The list has no e-mail addresses. */
const prestashop: Preset = {
  title: 'PrestaShop (addresses)',
  signs: [
    ['alias', 'customeremail', 'lastname', 'firstname', 'address1'],
    ['customeremail', 'lastname', 'firstname', 'address1', 'zipcode'],
  ],
  headings: { customerEmail: ['customeremail'], streetAddress: ['address1'], addressLine2: ['address2'] },
  never: ['alias'],
  rows: { shape: (column) => withoutDeleted(column, '{an address|addresses}') },
};

/** Magento 2: the file of addresses, or customers with theirs, where further addresses are rows without a customer. */
const magento: Preset = {
  title: 'Magento (addresses)',
  signs: [
    ['email', 'website', 'countryid', 'postcode', 'street'],
    ['email', 'entityid', 'countryid', 'postcode', 'street'],
    ...magentoCustomers.signs,
  ],
  headings: {
    customerEmail: ['email'],
    streetAddress: ['addressstreet', 'streetaddress', 'street'],
    country: ['addresscountryid', 'countryid', 'country'],
    btwNumber: ['addressvatid', 'vatid'],
  },
  // In the list of customers each has a whole address.
  never: ['prefix', 'addressprefix', 'billingaddress', 'shippingaddress', 'taxvat'],
  rows: { shape: belowCustomers },
};

function belowCustomers(column: ColumnFinder): RowShaping {
  const emailAt = column('email');
  const streetAt = column('addressstreet');
  const ofCustomer = [column('firstname'), column('lastname')];
  let last = '';
  return {
    shape: (cells) => {
      const email = textAt(cells, emailAt);
      if (email !== '') last = email;
      // A customer without an e-mail address has a name.
      const isFurther = textAt(cells, streetAt) !== '' && ofCustomer.every((at) => textAt(cells, at) === '');
      return email === '' && isFurther ? withText(cells, emailAt, last) : cells;
    },
  };
}

/** Contacts of Outlook: the address at home. The company, and an address in one cell, are not of it. */
export const outlookAddresses: Preset = {
  ...outlookCustomers,
  headings: { customerEmail: ['emailaddress'] },
  never: ['company', 'homeaddress', 'businessaddress', 'otheraddress'],
};

export const addressPresets = { shopify, woocommerce, prestashop, magento } as const;
