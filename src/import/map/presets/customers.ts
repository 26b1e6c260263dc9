import { type ColumnFinder, Excluded, type Preset, type RowShaping, type Shape, textAt } from './preset.ts';

/**
 * The customer exports of four shops. Most of their columns are known by the common headings; here is how each is
 * recognised, and what differs.
 */

/** Shopify's customer export, with the headings from before and after 2023. A `'` keeps numbers from a spreadsheet. */
const shopify: Preset = {
  title: 'Shopify (customers)',
  signs: [
    ['firstname', 'lastname', 'email', 'acceptsemailmarketing'],
    ['firstname', 'lastname', 'email', 'acceptsmarketing'],
    ['firstname', 'lastname', 'email', 'totalspent', 'taxexempt'],
  ],
  headings: { emailAddress: ['email'], phoneNumber: ['phone'] },
  never: [],
  rows: { guard: /^'[+\d]/, shape: () => ({ shape: (cells) => cells }) },
};

/** The customers of WooCommerce's analytics, and the exports of the usual plugins for users and customers. */
const woocommerce: Preset = {
  title: 'WooCommerce (customers)',
  signs: [
    ['name', 'username', 'email', 'aov'],
    ['name', 'username', 'email', 'totalspend'],
    ['userlogin', 'useremail', 'firstname', 'lastname'],
    ['useremail', 'billingfirstname', 'billinglastname'],
    ['customerid', 'email', 'billingfirstname', 'billingaddress1'],
    ['email', 'firstname', 'lastname', 'billingaddress1'],
    ['billingemail', 'billingfirstname', 'billinglastname'],
  ],
  headings: { emailAddress: ['useremail', 'email'], name: ['name'] },
  never: ['username', 'displayname'],
  rows: { guard: /^'[=+\-@\t\r]/, shape: () => ({ shape: (cells) => cells }) },
};

/** PrestaShop's list of customers, and its import file. */
const prestashop: Preset = {
  title: 'PrestaShop (customers)',
  signs: [
    ['socialtitle', 'firstname', 'lastname', 'emailaddress'],
    ['titlesidmr1ms2else0', 'email', 'lastname', 'firstname'],
    ['email', 'lastname', 'firstname', 'newsletter01', 'optin01'],
    ['idgender', 'email', 'lastname', 'firstname'],
  ],
  headings: { emailAddress: ['emailaddress', 'email'], gender: ['socialtitle', 'titlesidmr1ms2else0', 'idgender'] },
  never: [],
  rows: { shape: (column) => ({ ...withoutDeleted(column, '{a customer|customers}'), warn: ofBlocked(column) }) },
};

/** An account that is switched off cannot sign in there; here a customer cannot be. */
function ofBlocked(column: ColumnFinder): RowShaping['warn'] {
  const at = column('active', 'active01', 'enabled');
  if (at === undefined) return undefined;
  const blocked = { at, message: 'is blocked in PrestaShop, and created as any other customer' };
  return (cells) => (/^(?:0|no|nee|nein|non|false)$/i.test(textAt(cells, at)) ? blocked : undefined);
}

/** PrestaShop keeps what was deleted, for its orders. */
export function withoutDeleted(column: ColumnFinder, those: string): RowShaping {
  const deletedAt = column('deleted', 'deleted01');
  const shape: Shape = (cells) =>
    textAt(cells, deletedAt) === '1' ? new Excluded(`{row|rows} of ${those} deleted in PrestaShop`) : cells;
  return { shape };
}

/** Magento 2: the customer main file, customers with their addresses, and the list of customers. */
const magento: Preset = {
  title: 'Magento (customers)',
  signs: [
    ['email', 'website', 'store', 'firstname', 'lastname'],
    ['email', 'website', 'groupid', 'firstname', 'lastname'],
    ['email', 'firstname', 'lastname', 'addressstreet', 'addresspostcode'],
    ['name', 'email', 'group', 'customersince'],
  ],
  headings: { emailAddress: ['email'], gender: ['gender'] },
  never: ['prefix'],
  rows: {
    shape: (column): RowShaping => {
      const emailAt = column('email');
      const streetAt = column('addressstreet');
      const shape: Shape = (cells) =>
        textAt(cells, emailAt) === '' && textAt(cells, streetAt) !== ''
          ? new Excluded('{row|rows} with another address of a customer')
          : cells;
      return { shape };
    },
  },
};

/** Contacts of Outlook. They are found by their headings, and no option names them. */
export const outlookCustomers: Preset = {
  title: 'Outlook (contacts)',
  signs: [['firstname', 'lastname', 'emailaddress', 'homestreet', 'homecity']],
  headings: { emailAddress: ['emailaddress'] },
  never: [],
};

export const customerPresets = { shopify, woocommerce, prestashop, magento } as const;
