import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../src/cli/completion/answer.ts';
import { completionWords } from '../../../src/prepared.ts';
import { shopCli } from '../../support/run.ts';

const program = await completionWords();

test('the build has stored what the commands say', async () => {
  expect(JSON.parse(await readFile('dist/completion.json', 'utf8'))).toEqual(JSON.parse(JSON.stringify(program)));
});

/** What a shell is told for the words of a command line; the last one is where the cursor is. */
function complete(...words: readonly string[]): { kind: string; words: readonly string[] } {
  const out = answer(['fish', ...words], program);
  const [kind = '', ...lines] = out.split('\n').slice(0, -1);
  return { kind, words: lines.map((line) => line.split('\t')[0] ?? '') };
}

describe('Tab offers', () => {
  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['a noun', ['cu'], ['customers']],
    [
      'the verbs of a noun, without those that the API does not have',
      ['customers', ''],
      ['find', 'get', 'create', 'import', 'update', 'delete', 'erase'],
    ],
    ['no alias', ['products', 'l'], ['list']],
    ['no alias where no name begins like it', ['products', 'ls'], []],
    ['the verbs behind an option of the noun', ['products', '--store', 'sandbox', 'g'], ['get']],
    ['a noun of a noun', ['baskets', 'items', 'up'], ['update']],
    ['options', ['products', 'get', '--s'], ['--sku', '--store']],
    ['no other option twice', ['products', 'get', '--sku', '--store', 'sandbox', '--s'], []],
    [
      'a repeatable option again',
      ['baskets', 'create', '--product', '1', '--product', '2', '--prod'],
      ['--product', '--products-file'],
    ],
    ['a short option counts as given', ['products', 'get', '-vo', 'json', '--verb'], []],
    ['no options behind --', ['products', 'get', '--', '--s'], []],
    ['formats', ['products', 'list', '--output', ''], ['table', 'json', 'ndjson', 'csv', 'yaml']],
    ['formats behind a short option', ['products', 'list', '-o', 'y'], ['yaml']],
    ['formats behind short options in one word', ['products', 'list', '-vo', 'y'], ['yaml']],
    ['formats in one word with the option', ['products', 'list', '--output=nd'], ['--output=ndjson']],
    ['languages of texts', ['products', 'list', '--language', ''], ['nl', 'en', 'de', 'fr', 'es', 'it']],
    ['languages of orders', ['orders', 'create', '--language', 'd'], ['de']],
    ['numbers of languages', ['products', 'get', '206', '--language-id', ''], ['4', '5', '6', '7', '8', '9']],
    ['countries in either case', ['addresses', 'create', '--country', 'be'], ['BE']],
    ['currencies', ['orders', 'create', '--currency', 'EU'], ['EUR']],
    ['genders', ['customers', 'create', '--gender', ''], ['m', 'f']],
    ['states of a product', ['products', 'create', '--status', 'on'], ['online']],
    ['what to do with a row that exists', ['products', 'import', '--on-existing', ''], ['skip', 'fail']],
    ['fields to clear, none that is required', ['customers', 'update', '101', '--unset', 'f'], ['fax-number']],
    ['methods', ['api', 'PA'], ['PATCH']],
    ['nothing for the second argument of api', ['api', 'GET', ''], []],
    ['the sandbox as a store', ['products', 'list', '--store', 's'], ['sandbox']],
    ['nothing for a text', ['products', 'create', '--name', ''], []],
    ['nothing for an id', ['customers', 'get', ''], []],
    ['nothing for a flag with a value', ['products', 'list', '--all='], []],
    ['nothing behind a word that is no command', ['nonsense', ''], []],
    ['nothing behind a word that is no verb', ['products', 'nonsense', '--s'], []],
    ['commands of the help', ['help', 'baskets', 'it'], ['items']],
    ['topics of the help', ['help', 'e'], ['exit-codes', 'environment']],
    ['a shell', ['completion', 'f'], ['fish']],
  ])('where it fits, %s', (_, typed, words) => {
    expect(complete(...typed)).toEqual({ kind: 'words', words });
  });

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['fields', ['products', 'list', '--fields', 'sk'], ['sku']],
    ['a further field', ['addresses', 'list', '--fields', 'city,country.t'], ['city,country.title']],
    [
      'no field twice',
      ['baskets', 'list', '--fields=couponValid,coupon'],
      [
        '--fields=couponValid,coupon',
        '--fields=couponValid,couponDiscount',
        '--fields=couponValid,couponTaxCalculated',
      ],
    ],
    ['faults', ['sandbox', '--fault', 'fold-keys,get-h'], ['fold-keys,get-hang=', 'fold-keys,get-html-200=']],
    ['fields of a body', ['sandbox', '--require', 'company,b'], ['company,btwNumber']],
    ['fields of a product', ['products', 'import', '--set', 'st'], ['status=']],
  ])('%s, where a word goes on behind it', (_, typed, words) => {
    expect(complete(...typed)).toEqual({ kind: 'open', words });
  });

  test.each([
    ['products', 'import', ''],
    ['products', 'import', 'a.csv', '--rejected', ''],
    ['products', 'list', '--output-file='],
    ['customers', 'create', '--body', ''],
    ['baskets', 'create', '--products-file', ''],
    ['products', 'list', '--ca-file', ''],
    ['sandbox', '--db', ''],
  ])('a file for the last word of: shop-cli %s %s %s', (...typed) => {
    expect(complete(...typed)).toEqual({ kind: 'files', words: [] });
  });

  test('words with what they mean', async () => {
    const out = answer(['zsh', 'orders', 'create', '--language', 'n'], program);
    expect(out).toBe('words\nnl\tDutch\n');
  });
});

test.each([
  ['shop-cli products list --output=nd', 'nd', 'ndjson'],
  ['shop-cli products list --output=', '', 'table'],
  ['shop-cli products list --store "my shop" -o nd', 'nd', 'ndjson'],
  [`shop-cli products list --search 'it"s $(x)' -o nd`, 'nd', 'ndjson'],
  ['shop-cli products list --search it\\\'s\\ "a \\" b" -o nd', 'nd', 'ndjson'],
  ['shop-cli products import --delimiter ', '', ',\n\\;\ntab\n\\|'],
  ['shop-cli products import --delimiter ";', ';', ';'],
  ['shop-cli products list --fields sku,category.na', 'sku,category.na', 'sku,category.name'],
])('bash says the line and the part that it takes for the word: %s', (line, part, words) => {
  const out = answer(['bash', line, part], program);
  expect(out.split('\n').slice(1, words.split('\n').length + 1)).toEqual(words.split('\n'));
});

describe('PowerShell says its words in base64', () => {
  const powershell = (...words: readonly string[]) =>
    answer(['powershell', Buffer.from(words.join('\n')).toString('base64')], program);

  test('an empty line too, which has no argument', async () => {
    expect(answer(['powershell'], program)).toContain('\nproducts\t');
  });

  test('and gets words that it does not take apart', async () => {
    const out = powershell('products', 'list', '--search', '"$x" a', '--fields', 'sku,name');
    expect(out).toBe("open\n'sku,name'\tName\n");
  });
});

test.each([[], ['tcsh'], ['bash'], ['fish', '--', '\u0000'], ['powershell', '%'], ['zsh', '-', '--=', '']])(
  'a line that makes no sense has an answer without words: %j',
  (...typed) => {
    expect(answer(typed, program)).toMatch(/^(words|open|files)\n/);
  },
);

test.each(['bash', 'zsh', 'fish', 'powershell'])('the script for %s runs nothing that is typed', async (shell) => {
  const { out } = await shopCli(['completion', shell]);
  expect(out).toContain('__complete');
  expect(out).not.toMatch(/\beval\b|Invoke-Expression/);
});

test.each([
  [['products', 'list', '--profile', 's']],
  [['auth', 'switch', 's']],
  [['auth', 'logout', 's']],
  [['auth', 'login', 's']],
])('%j completes the profiles of the user', (words) => {
  const out = answer(['fish', ...words], program, ['staging', 'production']);
  expect(out).toBe('words\nstaging\n');
});
