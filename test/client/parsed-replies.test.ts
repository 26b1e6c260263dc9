import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../src/client/reply/parse-json.ts';
import { jsonText } from '../../src/text/written-numbers.ts';
import { runsOf } from '../support/thorough.ts';

/** A value as a store writes it, and what commands see of it. */
interface Sent {
  readonly text: string;
  readonly seen: unknown;
  readonly hasSecret?: boolean;
}

/** JSON as PHP may write it: any character as an escape. */
const escaped = (text: string): string =>
  [...text].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const written = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(JSON.stringify(text), `"${escaped(text)}"`, JSON.stringify(text).replaceAll('/', '\\/'));

const number = fc.constantFrom<Sent>(
  ...['7', '-0.5', '3.14', '1e5'].map((text) => ({ text, seen: Number(text) })),
  ...['12.50', '-0.0', '12345678901234567890', '0.1234567890123456789', '1e400', '1e-400'].map((text) => ({
    text,
    seen: text,
  })),
);

const plainTexts = ['', 'Mok', '$12.50', '{S}', '206{3}12', "{'password':'x'}", '[1.50', '"password"'];
const hashes = ['$2y$10$abcdefghijkl', '{SSHA}abcdefgh1234', '{crypt}abcdefgh1234', 'pbkdf2_sha256$12345678'];
const text = fc
  .constantFrom(
    ...plainTexts.map((sent) => ({ sent, seen: sent })),
    ...hashes.map((hash) => ({ sent: `a ${hash}`, seen: 'a ***' })),
  )
  .chain(({ sent, seen }) => written(sent).map((json): Sent => ({ text: json, seen, hasSecret: seen !== sent })));

const names = ['name', 'compass', 'asphalt', '0', '__proto__'].map((name) => ({ name, isSecret: false }));
const secretNames = ['password', 'user_PWD', 'Salt', 'contraseña'].map((name) => ({ name, isSecret: true }));
const field = (value: fc.Arbitrary<Sent>) =>
  fc
    .tuple(fc.constantFrom(...names, ...secretNames), value)
    .chain(([{ name, isSecret }, sent]) => written(name).map((json) => ({ ...sent, json, name, isSecret })));

const { reply } = fc.letrec<{ reply: Sent; list: Sent; record: Sent; inner: Sent }>((tie) => ({
  reply: fc.oneof({ depthSize: 'small' }, number, text, tie('list'), tie('record'), tie('inner')),
  list: fc.array(tie('reply'), { maxLength: 3 }).map((values) => ({
    text: `[${values.map(({ text }) => text).join(' , ')}]`,
    seen: values.map(({ seen }) => seen),
    hasSecret: values.some(({ hasSecret }) => hasSecret),
  })),
  record: fc.uniqueArray(field(tie('reply')), { maxLength: 4, selector: ({ name }) => name }).map((fields) => ({
    text: `{${fields.map(({ json, text }) => `${json}: ${text}`).join(',')}}`,
    seen: Object.fromEntries(fields.flatMap(({ name, seen, isSecret }) => (isSecret ? [] : [[name, seen]]))),
    hasSecret: fields.some(({ hasSecret, isSecret }) => hasSecret || isSecret),
  })),
  inner: fc.oneof(tie('list'), tie('record')).chain((sent) =>
    written(sent.text).map((json) => ({
      ...sent,
      text: json,
      seen: sent.hasSecret ? jsonText(parseJson(sent.text)) : sent.text,
    })),
  ),
}));

test('a reply has every digit and no secret, however its texts are written and wherever they are', () => {
  fc.assert(
    fc.property(reply, ({ text: json, seen }) => {
      expect(JSON.stringify(parseJson(json))).toBe(JSON.stringify(seen));
    }),
    { numRuns: runsOf(1000) },
  );
});
