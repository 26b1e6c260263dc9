import { expect, test } from 'vitest';
import { saysTaken } from '../../../../src/import/evidence/ids/says-taken.ts';
import { importableCustomers } from '../../../../src/resources/importable-customers.ts';

const isTaken = (message: string, field?: string): boolean => saysTaken({ message, field }, importableCustomers);

/** That the store has the person: words of shops (OpenCart, Magento, PrestaShop, WooCommerce, Shopware, Laravel), and like them. */
const yes = [
  'Warning: E-Mail Address is already registered!',
  'A customer with the same email address already exists in an associated website.',
  'There is already an account with this email address.',
  'An account using this email address has already been registered.',
  'The email is already used, please choose another one or sign in',
  'An account is already registered with your email address. Please log in.',
  'An account is already registered with jan.claes@shop.test. <a href="#" class="showlogin">Please log in.</a>',
  'The email has already been taken.',
  'Validation failed: Email has already been taken',
  'This e-mail address is already registered, request a new password',
  'Could not save the customer: a customer with this e-mail address already exists.',
  'The customer could not be created because the e-mail address is in use.',
  'First name is too short. User already exists',
  'jan@shop.test already exists',
  'emailAddress: already in use',
  'The customer exists, but is locked.',
  'Dit e-mailadres is al in gebruik.',
  'Er bestaat al een klant met dit e-mailadres.',
  'Let op: dit e-mailadres is reeds geregistreerd!',
  'Er is al een account met dit e-mailadres',
  'Diese E-Mail-Adresse wird bereits verwendet.',
  'Es existiert bereits ein Kundenkonto mit dieser E-Mail-Adresse.',
  'Die E-Mail-Adresse ist schon vergeben',
  'Diese E-Mail Adresse ist bereits registriert!',
  'Cette adresse e-mail est déjà utilisée',
  'Un compte existe déjà avec cette adresse e-mail.',
  'Attention : cette adresse e-mail est déjà enregistrée !',
  'Le client existe déjà.',
  'La dirección de correo electrónico ya está registrada',
  'Ya existe un cliente con este correo electrónico.',
  'El correo ya está en uso',
  'Ya hay una cuenta con esta dirección de correo electrónico.',
];

/** That it does not say, though it has such words. */
const no = [
  'Er bestaat al een bestelling van deze klant',
  'Ein Vorgang für diesen Kunden existiert bereits',
  'Un panier existe déjà pour ce client',
  'A record for this customer already exists in the cache',
  'The customer account you are creating already exists as a draft',
  'Address already exists for this customer',
  'There is already a customer with this external ID',
  'A webshop account with this domain already exists',
  'Loyalty card is already registered to a customer',
  'The customer exists in another website but e-mail sharing is disabled',
  'User admin already exists in sudoers',
  'Another request is already in progress',
  'Another request for this customer is already in progress.',
  'A request for this customer already exists',
  'The account is already locked by another process',
  'quota already used up',
  'The quota of this account is already used up.',
  'The nonce of this user has already been used.',
  'The session of this customer is already in use',
  'The customer is already being created',
  'This phone number is already in use by another customer.',
  'A customer with this phone number already exists.',
  'The company is already registered for another account',
  'An account is already registered with that username. Please choose another.',
  'The customer group does not exist.',
  'No customer with this e-mail address exists',
  "The user doesn't exist",
  'If this e-mail address is already registered, we have sent you a message.',
  'The customer may already exist.',
  "SQLSTATE[42S01]: Base table or view already exists: 1050 Table 'customer' already exists",
  'listen EADDRINUSE: address already in use',
  'Only registered users may create customers.',
  'The e-mail address must be unique',
  'Duplicate request',
  'This e-mail address is already registered for the newsletter.',
  'The account is already in use',
  'Already exists',
  'Er loopt al een verzoek voor deze klant.',
  'Dit telefoonnummer is al in gebruik bij een andere klant',
  'De klant bestaat niet.',
  'Für diesen Kunden existiert bereits eine Anfrage',
  'Die Kundennummer ist bereits vergeben.',
  'Der Benutzer ist bereits gesperrt',
  "Le client n'existe pas",
  'La session de cet utilisateur est déjà utilisée',
  'Le compte est en cours de création',
  'El cliente no existe.',
  'Ya existe una solicitud para este cliente',
  'El usuario ya está bloqueado',
];

test('there are thirty of each, at least', () => {
  expect([yes.length >= 30, no.length >= 30]).toEqual([true, true]);
});

test.each(yes)('the store has the person: %s', (message) => {
  expect(isTaken(message)).toBe(true);
});

test.each(no)('that is no word of the person: %s', (message) => {
  expect(isTaken(message)).toBe(false);
});

test.each([
  ['already exists', 'email', true],
  ['has already been taken', 'customer[emailAddress]', true],
  ['is already in use', 'phoneNumber', false],
  ['The customer already exists', 'phoneNumber', false],
  ['is invalid', 'emailAddress', false],
  ['A request already exists', 'email', false],
  ['already in use', 'login', false],
])('"%s" about the field %s: %s', (message, field, expected) => {
  expect(isTaken(message, field)).toBe(expected);
});
