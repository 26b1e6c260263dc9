/** A whole address. */
export const dutchAddress = {
  firstName: 'J.',
  lastName: 'Bos',
  streetAddress: 'Dam',
  houseNumber: 1,
  zipcode: '1012 JS',
  city: 'Amsterdam',
  country: 'NL',
};

/** A whole customer. */
export const jo = { emailAddress: 'jo@example.com', firstName: 'Jo', lastName: 'Bos' };
