import { expect, test } from 'vitest';
import { folded } from '../../../src/people/words/folding.ts';
import { spellingsOf } from '../../../src/people/words/spellings.ts';

test.each([
  ['Weinans', 'Wijnands'],
  ['Wijnants', 'Wynands'],
  ['Reinders', 'Rijnders'],
  ['Kuipers', 'Cuypers'],
  ['Bauman', 'Bouwman'],
  ['Paulussen', 'Pouwelussen'],
  ['Smit', 'Smidt'],
  ['Smits', 'Schmitz'],
  ['Brandt', 'Brand'],
  ['Zanders', 'Sanders'],
  ['Fisser', 'Visscher'],
  ['Visser', 'Fischer'],
  ['Gerritsen', 'Cherritsen'],
  ['Verhagen', 'Verhaeghen'],
  ['Kramer', 'Cramer'],
  ['Dekker', 'Decker'],
  ['Bakker', 'Backer'],
  ['Maas', 'Maes'],
  ['Mathijs', 'Matthys'],
  ['Tomas', 'Thomas'],
  ['Hendriks', 'Hendrickx'],
  ['Dirks', 'Dircx'],
  ['Stefens', 'Stephens'],
  ['Kwint', 'Quint'],
  ['Kwaak', 'Quack'],
  ['Jansen', 'Janssen'],
  ['Klasen', 'Claassen'],
  ['Mulder', 'Muller'],
  ['Meier', 'Mayer'],
  ['Meyer', 'Maijer'],
  ['Huisman', 'Huysmans'],
  ['Bruin', 'Bruyn'],
  ['Pieters', 'Peters'],
  ['Skipper', 'Schipper'],
  ['Boer', 'Boor'],
  ['Lauwers', 'Louwers'],
])('%s may be heard for %s', (heard, name) => {
  const spellings = [...spellingsOf(heard.toLowerCase())].flat().map(folded);
  expect(spellings).toContain(folded(name));
});

test.each(['van', '12', "'t", 'x'.repeat(41)])('%s has few spellings, or none', (word) => {
  expect([...spellingsOf(word)].flat().length).toBeLessThan(1000);
});
