import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeName } from '../../src/resources/full-names.ts';

const completed = (read: Record<string, string>): readonly unknown[] => {
  const { values, faults } = completeName(read);
  return faults.length > 0 ? faults.map(({ message }) => message.split(':')[0]) : [values.firstName, values.lastName];
};

describe('A full name', () => {
  test.each([
    ['Jan van der Berg', 'Jan', 'van der Berg'],
    ['Berg, van der, Jan', 'Jan', 'van der Berg'],
    ['Berg, Jan van der', 'Jan', 'van der Berg'],
    ['Hoek, Piet op den', 'Piet', 'op den Hoek'],
    ["Hart, 't, Anna", 'Anna', "'t Hart"],
    ['Berg, Van der, Jan', 'Jan', 'Van der Berg'],
    ['Schulenburg, von der, Fritz', 'Fritz', 'von der Schulenburg'],
    ['Fontaine, de la, Jean', 'Jean', 'de la Fontaine'],
    ["Arc, Jeanne d'", 'Jeanne', "d'Arc"],
    ['Vos, Jan Willem', 'Jan Willem', 'Vos'],
    ['Müller,Anna', 'Anna', 'Müller'],
    ['de Vries, Jo', 'Jo', 'de Vries'],
    ['M. Jansen', 'M.', 'Jansen'],
    ['V. de Boer', 'V.', 'de Boer'],
    ['Smith, Di', 'Di', 'Smith'],
    ['Mary Ann Smith', 'Mary', 'Ann Smith'],
    ['Co Adriaanse', 'Co', 'Adriaanse'],
    ['Ab Sas', 'Ab', 'Sas'],
    ['JP Vos', 'JP', 'Vos'],
    ['JAN VOS', 'JAN', 'VOS'],
    ['Mary Null', 'Mary', 'Null'],
    ['Vincent Van Gogh', 'Vincent', 'Van Gogh'],
    ["Des O'Connor", 'Des', "O'Connor"],
    ['Anna Maria van der Berg', 'Anna Maria', 'van der Berg'],
    ['Jan Peter de Boer', 'Jan Peter', 'de Boer'],
    ['Anna Maria Van Damme', 'Anna Maria', 'Van Damme'],
    ['Karl Heinz von und zu Stein', 'Karl Heinz', 'von und zu Stein'],
    ['Jean Pierre du Bois', 'Jean Pierre', 'du Bois'],
    ["Jean Paul d'Estaing", 'Jean Paul', "d'Estaing"],
    ["Anna Maria in 't Veld", 'Anna Maria', "in 't Veld"],
    ['J. P. Jansen', 'J. P.', 'Jansen'],
    ['John F. Kennedy', 'John F.', 'Kennedy'],
    ['Piet Winkel', 'Piet', 'Winkel'],
    ['Jan Bouw', 'Jan', 'Bouw'],
    ['Jo van de Winkel', 'Jo', 'van de Winkel'],
    ['Anna Neuhaus', 'Anna', 'Neuhaus'],
    ['Jo Nijhuis', 'Jo', 'Nijhuis'],
    ['Kees Handel', 'Kees', 'Handel'],
    ['Max Bau', 'Max', 'Bau'],
    ['Ann Service', 'Ann', 'Service'],
  ])('%s is %s and %s', (name, first, last) => {
    expect(completed({ name })).toEqual([first, last]);
  });

  test('that is a last name alone has no first name', () => {
    expect(completed({ name: 'Berg, van der' })).toEqual([undefined, 'van der Berg']);
  });

  test.each([
    ['John Smith, Jr.', 'ends with a title'],
    ['Smith, Jr.', 'ends with a title'],
    ['Smith, John, MD', 'ends with a title'],
    ['Smith, John, Sr', 'ends with a title'],
    ['John Smith III', 'ends with a title'],
    ['Vos BV, Jan de Vries', 'may be the name of a company'],
    ['Vos, Bakker GmbH', 'may be the name of a company'],
    ['Vos Bloemen B.V.', 'may be the name of a company'],
    ['Stichting De Vos', 'may be the name of a company'],
    ['Muster GmbH & Co. KG', 'may be the name of a company'],
    ['De heer Vos', 'begins with a title'],
    ['Dr. Jan Vos', 'begins with a title'],
    ['Prof. Jan Vos', 'begins with a title'],
    ['Fam. de Vries', 'begins with a title'],
    ['Dhr. J. Vos', 'begins with a title'],
    ['T.a.v. Jan Vos', 'begins with a title'],
    ['t.a.v. mevrouw Vos', 'begins with a title'],
    ['Vos, Dhr. J.', 'has a title'],
    ['Vos, Jan, Utrecht', 'has more than one comma'],
    ['Vos, Jan, Piet, Klaas', 'has more than one comma'],
    ['Nguyen, Van', 'can be read in two ways'],
    ['Vos,', 'has a comma with nothing beside it'],
    [', Jan', 'has a comma with nothing beside it'],
    ['Jo', 'is one word'],
    ['Muster AG', 'may be the name of a company'],
    ['Acme S.A.', 'may be the name of a company'],
    ['Acme Corp.', 'may be the name of a company'],
    ['Acme s.r.o.', 'may be the name of a company'],
    ['Novo A/S', 'may be the name of a company'],
    ['Bakkerij Jansen', 'may be the name of a company'],
    ['Gemeente Utrecht', 'may be the name of a company'],
    ['Tuincentrum De Linde', 'may be the name of a company'],
    ['Hoveniersbedrijf Groen', 'may be the name of a company'],
    ['Jansen Autobedrijf', 'may be the name of a company'],
    ['Bloemenwinkel Roos', 'may be the name of a company'],
    ['Groothandel Vos', 'may be the name of a company'],
    ['Kapsalon Anna', 'may be the name of a company'],
    ['Drukkerij Smit', 'may be the name of a company'],
    ['Vos Installatietechniek', 'may be the name of a company'],
    ['Malerbetrieb Vogel', 'may be the name of a company'],
    ['Buchhandlung Vogel', 'may be the name of a company'],
    ['Bäckerei Vogel', 'may be the name of a company'],
    ['Möbelhaus Vogel', 'may be the name of a company'],
    ['Boulangerie Dupont', 'may be the name of a company'],
    ['Fleurs SPRL', 'may be the name of a company'],
    ['Smit (Jan)', 'has more than a name'],
    ['Dipl.-Ing. Max Vogel', 'begins with a title'],
    ['Mag. Max Vogel', 'begins with a title'],
    ['c/o Jan Vos', 'begins with a title'],
    ['z.Hd. Max Vogel', 'begins with a title'],
    ['Jan Vos t.a.v. Piet Bos', 'has more than one name'],
    ['Jan en Piet Vos', 'may be two people'],
    ['Jan & Anna Vos', 'may be two people'],
    ['Jan und Anna Vogel', 'may be two people'],
    ['Jan Vos <jan@example.com>', 'has more than a name'],
    ['Smith | Mary', 'has more than a name'],
    ['Jan null', 'has what programs write for no value'],
    ['undefined undefined', 'has what programs write for no value'],
    ['de Boer', 'can be read in two ways'],
    ['Van Dijk', 'can be read in two ways'],
    ['van den Berg Jan', 'can be read in two ways'],
    ['Vries J.P.', 'can be read in two ways'],
    ['de Vries J.P.', 'can be read in two ways'],
    ['DUPONT Jean', 'can be read in two ways'],
  ])('%s is for a person to decide: it %s', (name, why) => {
    expect(completed({ name })).toEqual([why]);
  });

  test.each([
    ['John Smith, Jr.', ['first name "Jr." and last name "John Smith"', 'first name "John" and last name "Smith Jr."']],
    ['Dhr. Vos', ['first name "Dhr." and last name "Vos"', 'last name "Vos"']],
    ['De heer de Vries', ['first name "De heer" and last name "de Vries"', 'last name "de Vries"']],
    ['Vos, Dr. Jan', ['first name "Dr. Jan" and last name "Vos"', 'first name "Jan" and last name "Vos"']],
    ['Nguyen, Van', ['first name "Van" and last name "Nguyen"', 'last name "Van Nguyen"']],
    ['Van Dijk', ['first name "Van" and last name "Dijk"', 'last name "Van Dijk"']],
    [
      'van den Berg Jan',
      ['first name "van" and last name "den Berg Jan"', 'first name "Jan" and last name "van den Berg"'],
    ],
  ])('%s is shown in both readings', (name, readings) => {
    expect(completeName({ name }).faults).toMatchObject([{ field: 'name', value: name, readings }]);
  });
});

describe('A middle name', () => {
  test.each([
    ['Ann', 'Mary Ann', 'Smith'],
    ['A.', 'Mary A.', 'Smith'],
    ['van der', 'Mary', 'van der Smith'],
    ['Van', 'Mary', 'Van Smith'],
    ["'t", 'Mary', "'t Smith"],
    ['von', 'Mary', 'von Smith'],
    ['ten', 'Mary', 'ten Smith'],
    ['', 'Mary', 'Smith'],
  ])('%s: %s, %s', (middleName, first, last) => {
    expect(completed({ firstName: 'Mary', middleName, lastName: 'Smith' })).toEqual([first, last]);
  });

  test('that the first name ends with is there once', () => {
    expect(completed({ firstName: 'Mary Ann', middleName: 'Ann', lastName: 'Smith' })).toEqual(['Mary Ann', 'Smith']);
  });

  test('is beside a full name too', () => {
    expect(completed({ name: 'Smith, Mary', middleName: 'Ann' })).toEqual(['Mary Ann', 'Smith']);
  });
});

describe('A last name', () => {
  test.each([
    ['Berg, van der', 'van der Berg'],
    ['Vries, de', 'de Vries'],
    ['Smith, Jr.', 'Smith, Jr.'],
    ['Vos', 'Vos'],
  ])('%s is %s', (lastName, expected) => {
    expect(completed({ firstName: 'Jan', lastName })).toEqual(['Jan', expected]);
  });
});

test('a name that looks plain is read as one with a middle name that is blank, which does not', () => {
  const part = fc.array(fc.constantFrom('Jan', 'van', 'de', ',', ' ', 'Berg', 'Jr.', "d'", 'Dr.', 'BV', 'O'), {
    maxLength: 5,
  });
  fc.assert(
    fc.property(part, part, (first, last) => {
      const [firstName, lastName] = [first.join('').trim(), last.join('').trim()];
      expect(completeName({ firstName, lastName })).toEqual(completeName({ firstName, lastName, middleName: '' }));
    }),
  );
});
