import { newCustomer } from '../../resources/customers.ts';
import { decimal } from '../amounts.ts';
import { discountGroups } from '../first-data/catalogue.ts';
import { withOtherFields } from '../storage/fields.ts';
import type { Customer } from './store.ts';

type TextField = Exclude<keyof typeof newCustomer.fields, 'discountGroupId' | 'password'>;

/** A customer as the API shows it. Without the customer-groups add-on nobody is in a group. */
export function customerRecord(customer: Customer, addressIds: readonly number[], customerGroups: boolean) {
  const { fields } = customer;
  const text = (name: TextField): string => fields[name] ?? '';
  const group = customerGroups ? discountGroups.get(fields.discountGroupId ?? 0) : undefined;
  const record = {
    customerId: String(customer.id),
    gender: text('gender'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    dob: '0000-00-00',
    emailAddress: text('emailAddress'),
    addressBookIds: addressIds.join(','),
    defaultBillingAddressId: String(customer.billingAddressId),
    defaultDeliveryAddressId: String(customer.deliveryAddressId),
    phoneNumber: text('phoneNumber'),
    faxNumber: text('faxNumber'),
    bankAccountNumber: text('bankAccountNumber'),
    password: customer.password,
    subscribedToNewsletter: '0',
    guestAccount: customer.password === '' ? '1' : '0',
    approved: '1',
    discountGroupId: group ? String(fields.discountGroupId) : '0',
    discountGroupName: group?.name ?? '',
    groupDiscount: decimal(group?.discount ?? 0n),
    numberOfLogins: '0',
    lastLoginDate: null,
    dateCreated: customer.dateCreated,
    lastModified: customer.lastModified,
  };
  return withOtherFields(record, newCustomer.toJson(fields));
}
