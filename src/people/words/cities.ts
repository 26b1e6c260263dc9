import { writtenOtherwise } from './abbreviations.ts';
import { nameWords } from './folding.ts';

/**
 * Cities with several names, in the Netherlands, Belgium and around them: the official one, that of daily life, and those
 * in the other languages of the region (Taaluniversum, list of geographical names; Taalunie).
 */
const cityGroups: readonly (readonly string[])[] = [
  ['Den Haag', "'s-Gravenhage", 'The Hague', 'La Haye', 'Haag'],
  ['Den Bosch', "'s-Hertogenbosch", 'Bois-le-Duc', 'Hertogenbosch'],
  ['Leeuwarden', 'Ljouwert'],
  ['Sneek', 'Snits'],
  ['Bolsward', 'Boalsert'],
  ['Franeker', 'Frjentsjer'],
  ['Harlingen', 'Harns'],
  ['Workum', 'Warkum'],
  ['Heerenveen', 'It Hearrenfean'],
  ['Joure', 'De Jouwer'],
  ['Lemmer', 'De Lemmer'],
  ['Gorredijk', 'De Gordyk'],
  ['Burgum', 'Bergum'],
  ['Grou', 'Grouw'],
  ['Gorinchem', 'Gorcum', 'Gorkum'],
  ['Hoek van Holland', 'Hook of Holland'],
  ['Vlissingen', 'Flushing'],
  ['Brussel', 'Bruxelles', 'Brussels', 'Brüssel'],
  ['Antwerpen', 'Anvers', 'Antwerp'],
  ['Gent', 'Gand', 'Ghent'],
  ['Brugge', 'Bruges', 'Brügge'],
  ['Leuven', 'Louvain', 'Löwen'],
  ['Mechelen', 'Malines', 'Mecheln'],
  ['Kortrijk', 'Courtrai'],
  ['Ieper', 'Ypres'],
  ['Oostende', 'Ostende', 'Ostend'],
  ['Aalst', 'Alost'],
  ['Dendermonde', 'Termonde'],
  ['Roeselare', 'Roulers'],
  ['Ronse', 'Renaix'],
  ['Oudenaarde', 'Audenarde'],
  ['Sint-Niklaas', 'Saint-Nicolas'],
  ['Sint-Truiden', 'Saint-Trond'],
  ['Tongeren', 'Tongres'],
  ['Tienen', 'Tirlemont'],
  ['Lier', 'Lierre'],
  ['Vilvoorde', 'Vilvorde'],
  ['Halle', 'Hal'],
  ['Luik', 'Liège', 'Lüttich'],
  ['Namen', 'Namur'],
  ['Bergen', 'Mons'],
  ['Doornik', 'Tournai'],
  ['Moeskroen', 'Mouscron'],
  ['Waver', 'Wavre'],
  ['Nijvel', 'Nivelles'],
  ['Aarlen', 'Arlon'],
  ['Hoei', 'Huy'],
  ['Eigenbrakel', "Braine-l'Alleud"],
  ["'s-Gravenbrakel", 'Braine-le-Comte'],
  ['Terhulpen', 'La Hulpe'],
  ['Elsene', 'Ixelles'],
  ['Ukkel', 'Uccle'],
  ['Schaarbeek', 'Schaerbeek'],
  ['Vorst', 'Forest'],
  ['Oudergem', 'Auderghem'],
  ['Watermaal-Bosvoorde', 'Watermael-Boitsfort'],
  ['Rijsel', 'Lille'],
  ['Duinkerke', 'Dunkerque', 'Dünkirchen', 'Dunkirk'],
  ['Parijs', 'Paris'],
  ['Straatsburg', 'Strasbourg', 'Straßburg'],
  ['Luxemburg', 'Luxembourg', 'Lëtzebuerg'],
  ['Keulen', 'Köln', 'Koeln', 'Cologne'],
  ['Aken', 'Aachen', 'Aix-la-Chapelle'],
  ['Kleef', 'Kleve'],
  ['Emmerik', 'Emmerich', 'Emmerich am Rhein'],
  ['Munster', 'Münster', 'Muenster'],
  ['Osnabrück', 'Osnabrueck'],
  ['Düsseldorf', 'Duesseldorf'],
  ['Hannover', 'Hanover'],
  ['Frankfurt', 'Frankfurt am Main'],
  ['München', 'Muenchen', 'Munich'],
  ['Nürnberg', 'Nuernberg', 'Neurenberg', 'Nuremberg'],
  ['Berlijn', 'Berlin'],
  ['Wenen', 'Wien', 'Vienna'],
  ['Londen', 'London'],
  ['Zürich', 'Zuerich'],
];

const joinedName = (city: string): string => nameWords(city).join('');

const groupsByName = new Map<string, readonly string[]>();
for (const group of cityGroups)
  for (const city of group)
    groupsByName.set(joinedName(city), [...(groupsByName.get(joinedName(city)) ?? []), ...group]);

/**
 * All names of a city, with that which was typed first: `'s-Gravenhage` is `Den Haag`, `Alphen a/d Rijn` is
 * `Alphen aan den Rijn`, `St. Oedenrode` is `Sint Oedenrode`.
 */
export function namesOfCity(typed: string): readonly string[] {
  const same = [typed, ...onRiver(typed), ...writtenOtherwise(typed)];
  return [...new Set(same.flatMap((city) => [city, ...(groupsByName.get(joinedName(city)) ?? [])]))];
}

/** What is between the name of a city and that of its river or heath, in each way. */
const between =
  /(?<=\p{L})[ -](?:aan[ -]de[nr]?|a\s?\/\s?de?|a\.?d\.?|ad|op[ -](?:de|den)|o\/d|am|an der)[ -](?=\p{L})/iu;

const betweens = ['aan den', 'aan de', 'a d', 'ad'];

const onRiver = (city: string): readonly string[] =>
  between.test(city) ? betweens.map((other) => city.replace(between, ` ${other} `)) : [];
