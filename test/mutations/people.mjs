// What a file of people must not do: show or send passwords, give an address to a stranger, or be taken for another file.

const rows = ['test/import/people/rows.test.ts'];
const refused = ['test/import/people/refused.test.ts'];
const presets = ['test/import/people/presets.test.ts'];
const owned = ['test/import/people/owned-addresses.test.ts'];
const secret = ['test/import/people/secret-file.test.ts'];

export const people = [
  {
    rule: 'people',
    what: 'a file with passwords is read',
    from: 'if (refused) return [refused];',
    to: 'if (refused === null) return [];',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'an option may set a password, which a message shows',
    from: 'if (noun.refused?.isNamedIn(looseHeading(typed))) throw isRefused(',
    to: 'if (noun.refused?.isNamedIn(typed === flag)) throw isRefused(',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'a message about the file as a whole shows a cell of a person',
    from: 'noun.isOfPeople === true || hasSecrets(noun)',
    to: 'hasSecrets(noun)',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'an import of people shows them, whatever --mask-pii says',
    from: 'noun.isOfPeople && session.options.maskPii ?',
    to: 'noun.isOfPeople === null ?',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'a fault of several cells shows one with --mask-pii',
    from: 'if (hidesValues) return { line, column, message };',
    to: 'if (hidesValues && line < 0) return { line, column, message };',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'a duplicate shows its e-mail address with --mask-pii',
    from: '!noun.hidesValues && shownCode(code) !== undefined',
    to: 'true',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'a dry run prints people with --mask-pii',
    from: 'noun.hidesValues ? received.map(',
    to: 'noun.hidesValues === null ? received.map(',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'a file of customers is imported as products',
    from: 'if (other) return [other];',
    to: 'if (other === null) return [];',
    tests: refused,
  },
  {
    rule: 'people',
    what: 'one e-mail address in two cases is two customers',
    from: 'const code = foldKey ? foldKey(place.key.code) : place.key.code;',
    to: 'const code = place.key.code;',
    tests: rows,
  },
  {
    rule: 'people',
    what: 'the customer ID of another shop is one of this store',
    from: '(!exact.has(field) || heading === field)',
    to: '(!exact.has(field) || heading !== undefined)',
    tests: rows,
  },
  {
    rule: 'people',
    what: 'the address of a customer without an e-mail address goes to the one above',
    from: "email === '' && isFurther ?",
    to: "email === '' ?",
    tests: presets,
  },
  {
    rule: 'people',
    what: 'a year in a street is a house number',
    from: 'isYear(number) ||',
    to: '',
    tests: ['test/resources/streets.test.ts'],
  },
  {
    rule: 'people',
    what: 'a street with two numbers is split all the same',
    from: "if (last && first) return 'ambiguous';",
    to: '',
    tests: ['test/resources/streets.test.ts'],
  },
  {
    rule: 'people',
    what: 'the last of two numbers behind a street is that of the house',
    from: '|| otherNumber.test(name)',
    to: '',
    tests: ['test/resources/streets.test.ts'],
  },
  {
    rule: 'people',
    what: 'a postcode that lost its zero is sent',
    from: 'known.includes(found.length)',
    to: 'found.length > 0',
    tests: rows,
  },
  {
    rule: 'people',
    what: 'a street with another number than its column is sent with both',
    from: 'if (inStreet.number !== inColumn.number)',
    to: 'if (inStreet.number === 0)',
    tests: ['test/resources/written-house-number.test.ts'],
  },
  {
    rule: 'people',
    what: 'any second line is the extension of the house number',
    from: '&& looksLikeExtension.test(line2)',
    to: '',
    tests: ['test/resources/written-house-number.test.ts'],
  },
  {
    rule: 'people',
    what: 'what stands behind a comma is the first name, whatever it is',
    from: 'if (isOnlyInfix(firstName)) return',
    to: 'if (firstName === "") return',
    tests: ['test/resources/full-names.test.ts'],
  },
  {
    rule: 'people',
    what: 'what programs write for no value is a company',
    from: 'if (mayBeAnyWord) return undefined;',
    to: 'if (mayBeAnyWord || cell) return undefined;',
    tests: rows,
  },
  {
    rule: 'people',
    what: 'an address is sent without a look at those of its customer',
    from: 'const settled = clear(await this.#look(ready.owned));',
    to: "const settled = { kind: 'absent' };",
    tests: owned,
  },
  {
    rule: 'people',
    what: 'a journal without its secret takes everybody for new',
    from: 'if (checks.length === 0 || checks.includes',
    to: 'if (checks.length >= 0 || checks.includes',
    tests: secret,
  },
];
