import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

interface Expression {
  /** A path below `src`. */
  readonly file: string;
  readonly expression: RegExp;
}

/** `*`, `+` or `{2,}` outside a class of characters. */
const isUnbounded = ({ source }: RegExp): boolean =>
  /[*+]|\{\d+,\}/.test(source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, ''));

const comment = /\/\/.*|\/\*[\s\S]*?\*\//y;
const string = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const regex = /\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/y;

const startsExpression = (before: string): boolean => /(?:[(,=:[!&|?{};>+]|\breturn)\s*$/.test(before);

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((file) => ({ file, code: readFileSync(join('src', file), 'utf8') }));

/** Every regular expression that is written out in `src` and repeats something without a limit. */
const unboundedExpressions = (): readonly Expression[] =>
  sources.flatMap(({ file, code }) =>
    literalsIn(code)
      .filter(isUnbounded)
      .map((expression) => ({ file, expression })),
  );

const expressions = unboundedExpressions();

test.each([...new Map(expressions.map(({ expression }) => [String(expression), expression]))])(
  'this expression reads a megabyte of text only once: %s',
  (_, expression) => {
    expect(slowText(expression)).toBeUndefined();
  },
);

describe('a quadratic expression is found', () => {
  test.each([/"(?:[^"\\]|\\.)*"/g, /^0*\.?0*$/])('whatever it looks like: %s', (expression) => {
    expect(slowText(expression)).toBeDefined();
  });
});

test('expressions within templates are tried too', () => {
  const found = expressions
    .filter(({ file }) => file === 'cli/wrong-usage.ts')
    .map(({ expression }) => expression.source);
  expect(found).toContain('^[\\p{L}\\p{N} *._-]+$');
});

/** Expressions that are no literals, so not on the list above, and why none is slow. */
const built: Readonly<Record<string, string>> = {
  'client/reply/parse-json.ts':
    'names of fields and spaces; a megabyte of spaces in test/commands/hostile-store.test.ts',
  'client/reply/write-reply.ts': 'words, each from its first letter to its last',
  'import/journal/feed-name.ts': 'the path of a file of the user, and nothing repeated without a limit',
  'import/journal/schema.ts': 'the tables of ours, with columns of ours',
  'import/map/choices/price-notes.ts': 'a line of at most 2,000 characters, and nothing repeated without a limit',
  'import/map/rows/last-rows.ts': 'from the beginning of a cell, and nothing repeated twice',
  'input/prompts/typed-keys.ts': 'what is typed: each alternative begins with another character, or not behind its own',
  'output/character-width.ts': 'one emoji of at most 50 characters',
  'people/words/abbreviations.ts': 'words of ours, of which none is repeated',
  'people/words/email-parts.ts': 'names of letters alone, in the letters of one e-mail address',
  'resources/company-names.ts': 'words of ours at the end of a word, and nothing repeated without a limit',
  'resources/form.ts': 'the name of a field of ours',
  'resources/house-number-extensions.ts': 'a cell of at most 12 characters',
  'resources/personal.ts': 'at most 18 digits in a row, and a sign before the next',
  'resources/price-headings.ts': 'words of headings, none repeated',
  'resources/record-fields.ts': 'names of fields: two words, neither repeated',
  'resources/streets.ts': 'a street of at most 200 characters; test/resources/streets.test.ts',
  'text/codes.ts': 'from the beginning of a code to its end, and nothing repeated without a limit',
  'text/escape.ts': 'a megabyte of each part in test/text/escape.test.ts',
  'text/redact.ts': 'a megabyte of each part in test/text/redact.test.ts',
};

test('every file that builds expressions is known', () => {
  const building = sources.filter(({ code }) => /\bRegExp\(/.test(code)).map(({ file }) => file);
  expect(building.sort()).toEqual(Object.keys(built));
});

/** The expressions of a TypeScript file, in its order, also those in templates. */
function literalsIn(code: string): readonly RegExp[] {
  const found: RegExp[] = [];
  /** For each template that is open: how many braces are open in the `${}` we are in. */
  const templates: number[] = [];
  let at = 0;
  let before = '';
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(code);
    if (match) at += match[0].length;
    return match;
  };
  const templateText = (): void => {
    for (; code[at] !== '`' && code.slice(at, at + 2) !== '${'; at++) if (code[at] === '\\') at++;
    if (code[at] === '`') {
      at += 1;
      before = ')';
    } else {
      templates.push(0);
      at += 2;
      before = '{';
    }
  };
  while (at < code.length) {
    if (take(comment)) continue;
    const literal = startsExpression(before) ? take(regex) : null;
    if (literal) found.push(new RegExp(literal[1] ?? '', literal[2]));
    if (literal || take(string)) before = `${before})`.slice(-12);
    else {
      const character = code[at++] ?? '';
      const depth = templates.at(-1);
      if (character === '`') {
        templateText();
        continue;
      }
      if (character === '{' && depth !== undefined) templates[templates.length - 1] = depth + 1;
      else if (character === '}' && depth === 0) {
        templates.pop();
        templateText();
        continue;
      } else if (character === '}' && depth !== undefined) templates[templates.length - 1] = depth - 1;
      if (/\S/.test(character) || /\w$/.test(before)) before = `${before}${character}`.slice(-12);
    }
  }
  return found;
}

/** Texts that an expression is likely to read again and again: what it names, repeated, behind a start that fits and before an end that does not. */
function attacksOn({ source }: RegExp): readonly Attack[] {
  const named = source.replace(/\\[pPuxbBwWdDsS](?:\{[^}]*\})?/g, '').match(/[^\\()[\]{}*+?|^$]/g) ?? [];
  const characters = [...new Set([...named, ...'aA0 \n\t"\\<@.,:;-/=&%\u0301é'])];
  const pairs = characters.flatMap((one) => ['0', 'a', ' ', '\n', '"', '\\'].map((other) => one + other));
  return [...characters, ...pairs].flatMap((pump) => ['', '1', 'a.', '"'].map((start) => ({ start, pump })));
}

interface Attack {
  readonly start: string;
  readonly pump: string;
}

const text = ({ start, pump }: Attack, length: number): string => `${start}${pump.repeat(length / pump.length)}\u0000`;

/**
 * What this expression reads again and again, at most a megabyte of it; undefined if it is linear. A linear expression takes some milliseconds for
 * a megabyte, on the slowest machine a second; a quadratic one takes seconds for a sixteenth of that, and minutes for all of it.
 */
function slowText(expression: RegExp): string | undefined {
  const timed: { readonly attack: Attack; readonly time: number }[] = [];
  for (const attack of attacksOn(expression)) {
    const time = duration(expression, text(attack, 2 ** 12));
    const found = time > 5 ? slowLength(expression, attack) : undefined;
    if (found !== undefined) return found;
    timed.push({ attack, time });
  }
  const slowest = timed.sort((left, right) => right.time - left.time).slice(0, 2);
  return slowest.map(({ attack }) => slowLength(expression, attack)).find((found) => found !== undefined);
}

function slowLength(expression: RegExp, attack: Attack): string | undefined {
  const { start, pump } = attack;
  const length = [2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20].find(
    (length) => duration(expression, text(attack, length)) > Math.max(1000, length / 100),
  );
  if (length === undefined) return undefined;
  return `${length >> 10} KiB of ${JSON.stringify(start)} and ${JSON.stringify(pump)} again and again`;
}

/** Milliseconds for one use: a global expression looks for every match. */
function duration(expression: RegExp, subject: string): number {
  const start = performance.now();
  if (expression.global) subject.replace(expression, '');
  else {
    expression.lastIndex = 0;
    expression.test(subject);
  }
  return performance.now() - start;
}
