// Each mutation removes one of the rules that prevent lost products and duplicates, that keep secrets, that bind plans, or that keep
// writes from stores that are read-only or production. `tests` must fail then.
// `from` is found once in all of src, in whatever file it stands and however it is laid out.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { feeds } from './feeds.mjs';
import { marks } from './marks.mjs';
import { nouns } from './nouns.mjs';
import { numbered } from './numbered.mjs';
import { people } from './people.mjs';
import { plans } from './plans.mjs';
import { security } from './security.mjs';
import { sending } from './sending.mjs';

export const mutations = [...security, ...plans, ...sending, ...marks, ...feeds, ...nouns, ...numbered, ...people];

/** The files of src by their paths. */
export const readSources = () =>
  readdirSync('src', { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .map((file) => ({ file, source: readFileSync(file, 'utf8') }));

/** The file that a mutation changes, as it is and with the mutation. @throws unless its place is in the sources exactly once */
export function mutate(sources, { from, to }) {
  const place = placeOf(from);
  const longest = wordsOf(from).reduce((one, other) => (other.length > one.length ? other : one));
  const likely = sources.filter(({ source }) => source.includes(longest));
  const found = likely.flatMap((one) => Array(one.source.match(place)?.length ?? 0).fill(one));
  if (found.length !== 1) {
    throw new Error(
      `Found ${found.length} times instead of once: ${from}\n${found.map(({ file }) => file).join('\n')}`,
    );
  }
  const [{ file, source }] = found;
  return { file, source, mutated: source.replace(place, () => to) };
}

/** The words and signs of a text in their order, whatever the white space and the last commas. */
function placeOf(text) {
  const tokens = wordsOf(text);
  const gap = (before, token) => {
    if (/\w$/.test(before) && /^\w/.test(token)) return '\\s+';
    return /[)\]}]/.test(token) ? '\\s*,?\\s*' : '\\s*';
  };
  return new RegExp(
    tokens.map((token, at) => (at > 0 ? gap(tokens[at - 1], token) : '') + quoted(token)).join(''),
    'g',
  );
}

const wordsOf = (text) => text.match(/[\w$#]+|\S/g);
const quoted = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
