import { expect, test } from 'vitest';
import { badTexts, bodies, flagFor, serveAnyStore, typable } from '../support/bodies.ts';
import { sampled } from '../support/thorough.ts';
import { words } from '../support/words.ts';

const invalidOptions = bodies.flatMap((body) =>
  typable(body).flatMap(([name, { kind }]) =>
    badTexts[kind.name].map((text) => [body.line, flagFor(body, name), text] as const),
  ),
);

sampled(4).each(invalidOptions)('%s rejects %s %j and sends nothing', async (line, flag, text) => {
  const { run, seen } = await serveAnyStore();
  const { code, out, err } = await run(words(line, flag, text));
  expect({ code, out, seen }).toEqual({ code: 2, out: '', seen: [] });
  expect(err).toContain(`${flag} "`);
});

test.each(bodies.map((body) => [body.line, body] as const))(
  '%s names every invalid option at once',
  async (line, body) => {
    const bad = typable(body).flatMap(([name, { kind }]) =>
      badTexts[kind.name].slice(0, 1).map((text) => [flagFor(body, name), text] as const),
    );
    const { run, seen } = await serveAnyStore();
    const { code, err } = await run(words(line, ...bad.flat()));
    const missed = bad.filter(([flag]) => !err.includes(`${flag} "`));
    expect({ code, missed, seen, some: bad.length > 0 }).toEqual({ code: 2, missed: [], seen: [], some: true });
  },
);

test.each(
  bodies.flatMap((body) =>
    typable(body)
      .filter(([, { isRequired }]) => isRequired)
      .map(([name]) => [body.line, flagFor(body, name), body, name] as const),
  ),
)('%s rejects a missing or empty %s', async (line, flag, body, name) => {
  const others = Object.entries(body.good).filter(([other]) => other !== name);
  const typed = others.flatMap(([other, value]) => [flagFor(body, other), String(value)]);
  const { run, seen } = await serveAnyStore();
  const empty = await run(words(line, ...typed, flag, ''));
  const absent = await run(words(line, ...typed));
  const isAbsentFault = body.method === 'POST' && !(name === 'streetAddress' || name === 'city');
  expect([
    empty.code === 2 && empty.err.includes(flag),
    absent.code === 2 && new RegExp(`Missing options?: .*${flag}[,.]`).test(absent.err),
  ]).toEqual([true, isAbsentFault]);
  if (isAbsentFault) expect(seen.length).toBe(0);
});

test.each([
  ['Belgium', 'Did you mean BE (Belgium)?\n'],
  ['België', 'Did you mean BE (Belgium)?\n'],
  ['Guinea-', 'Did you mean GN (Guinea)?\n'],
  ['united', ''],
  ['nowhere', ''],
])('--country %s is rejected, with its code where that is clear', async (country, hint) => {
  const { run, seen } = await serveAnyStore();
  const { code, err } = await run(['addresses', 'update', '301', '--customer', '101', '--country', country]);
  const message = `Error: --country "${country}" must be an ISO 3166 country code such as NL or NLD.\n${hint}`;
  expect([code, err, seen.length]).toEqual([2, message, 0]);
});
