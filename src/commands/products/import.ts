import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { storeIdOf } from '../../cli/store.ts';
import { CliError } from '../../errors.ts';
import { journalAt } from '../../import/journal/path.ts';
import { encodings } from '../../import/read/bytes/encoding.ts';
import type { CatalogueOptions } from '../../import/read/catalogue.ts';
import { presetNames } from '../../import/read/presets/presets.ts';
import { addOptions, collect, type OptionSpecs, type RawOptions, readOptions } from '../../input/options.ts';
import { suggestAt } from '../../input/suggestions.ts';
import { type Kind, moneyKind, oneOf, type Suggestion, wholeFrom } from '../../resources/kinds.ts';
import { newProduct } from '../../resources/products.ts';
import { type Money, parseMoney } from '../../text/money.ts';
import { addTextLanguageOption, readTextLanguage } from './filters.ts';
import { addRunOptions, readRunOptions } from './import-options.ts';

const dialectOptions = {
  delimiter: {
    flag: '--delimiter',
    kind: delimiterKind(),
    about: 'what separates the cells: "," ";" tab "|" (else found)',
  },
  encoding: {
    flag: '--encoding',
    kind: oneOf(encodings, 'name'),
    about: `${encodings.join(', ')} (else found)`,
  },
  decimal: {
    flag: '--decimal',
    kind: { ...oneOf(['.', ','], 'mark'), expects: '"." or ","' },
    about: 'the decimal mark of prices: "." or "," (else found)',
  },
  preset: {
    flag: '--preset',
    kind: oneOf([...presetNames, 'none'], 'shop'),
    about: `whose export it is: ${presetNames.join(', ')} or none (else found)`,
  },
  vatIncluded: {
    flag: '--vat-included',
    kind: vatKind(),
    about:
      'prices in the file include VAT at this rate, or at their own taxRate: it is taken out, to four decimals, half rounded up',
  },
  expectRows: {
    flag: '--expect-rows',
    kind: wholeFrom(0),
    about: 'send nothing if the file has another number of rows, as one that was cut off has',
  },
} as const satisfies OptionSpecs;

/** `shop-cli products import`: `POST /products`, once for every row. */
export const importProducts: CommandDefinition = {
  details:
    'Creates one product for every row of a CSV file, or of standard input with -. Every row is checked before anything is sent: if one is faulty, nothing is sent, and every fault is shown with its line and column.\n\n' +
    `Columns are found by name: ${newProduct.names.join(', ')}, in any case and order, and by common Dutch, English and German names. --map names others. A row needs an SKU, or else an EAN, and a name.\n\n` +
    'Exports of Shopify, WooCommerce, PrestaShop and Magento are found from their header: each variant is a product, its name completed with its options; what stands in a row of its own without being a product (images, the parent of variations) is left out and counted. ' +
    'Their images and categories are not imported.\n\n' +
    'Two rows with one key are both faulty, since only you know which is right. --skip-invalid sends the rows that are not faulty; --rejected keeps the others. ' +
    '--vat-included changes price alone, and sends no taxRate of its own: --set taxRate=21 does. ' +
    '--generate-sku makes the same SKU as long as the file says the same of the product, so use it with the same options each time: a changed row is another product.\n\n' +
    'Rows whose SKU (or else EAN) the store has already are skipped, so the same command can be run again, and continues after any interruption. ' +
    'A row whose answer is lost is looked up until it is known what became of it, and sent again only if it is not there after the settle time. ' +
    'What was sent without a known outcome is remembered on this machine, for the next run.',
  exitCodes: {
    0: 'every row is in the store',
    2: 'the file or the options are invalid; nothing was sent',
    7: 'done, but some rows were rejected, uncertain or duplicates',
    8: 'stopped safely; rerun the same command to continue',
    9: 'another import into this store is running on this machine',
  },
  examples: [
    ['products import examples/products.csv', 'The example catalogue'],
    ['products import examples/products.csv --dry-run', 'Only check the file, and say what would be sent'],
    [
      'products import examples/products.csv --rejected rejected.csv --report report.json',
      'Keep what went wrong, for a person and for a program',
    ],
    [
      'products import examples/products.csv --shard 2/10 --journal shard-2.db',
      'The second of ten parts of a file, each imported by a machine of its own',
    ],
    ['products import examples/products.csv --set status=0 --set taxRate=9', 'Constants for every row'],
    [
      'products import examples/products.csv --expect-rows 69 --skip-invalid',
      'Only if the file is whole; without its faulty rows',
    ],
  ],
  options: (command) => {
    command.argument('<file>', 'a CSV file, or - for standard input');
    addOptions(command, dialectOptions);
    command
      .option('--map <member=column>', 'take a member from this column, whatever its name; can be repeated', collect)
      .option('--set <member=value>', 'a constant for every row; can be repeated', collect)
      .option('--strict-columns', 'a column that is not known is a fault')
      .option(
        '--generate-sku',
        'make an SKU for rows without SKU and EAN, from their values: the same again in the next run',
      )
      .option('--skip-invalid', 'leave faulty rows out, and send the others');
    addRunOptions(command);
    for (const flag of ['--map', '--set']) suggestAt(command, flag, { texts: () => members, isOpen: true });
    addTextLanguageOption(command);
  },
  run: importFile,
};

/** A row without an answer costs minutes of looking up: rather wait for a slow store. */
const postTimeout = 120_000;

async function importFile(session: Session, raw: RawOptions, [path = '']: readonly string[]): Promise<number> {
  const { context, settings, target, notice, connect } = session;
  const { expectRows, ...dialect } = readOptions(dialectOptions, raw);
  const catalogue: CatalogueOptions = {
    ...dialect,
    map: pairs(raw.map, '--map'),
    set: pairs(raw.set, '--set'),
    strictColumns: raw.strictColumns === true,
    generateSku: raw.generateSku === true,
  };
  const options = readRunOptions(raw, context.env);
  // Before a large file is read for nothing.
  const store = raw.dryRun === true ? undefined : storeIdOf(settings.store(), context);
  // Only now: the help does not need the CSV parser.
  const { runImport } = await import('../../import/run.ts');
  return await runImport({
    path,
    catalogue,
    ...options,
    files: {
      ...options.files,
      journal: store === undefined ? options.files.journal : journalAt(options.files.journal, store, context),
    },
    dryRun: raw.dryRun === true,
    skipInvalid: raw.skipInvalid === true,
    expectRows,
    context,
    settings: { ...settings, language: readTextLanguage(session, raw) },
    target,
    notice,
    connect: (options) => connect({ ...options, postTimeout }),
  });
}

const members: readonly Suggestion[] = Object.entries(newProduct.members).map(([name, { about }]) => [
  `${name}=`,
  about,
]);

/** `price=Regular price` as member and column; only the first `=` separates. */
function pairs(raw: unknown, flag: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const text of (raw ?? []) as readonly string[]) {
    const at = text.indexOf('=');
    const member = newProduct.names.find(
      (name) => name.toLowerCase() === text.slice(0, Math.max(at, 0)).trim().toLowerCase(),
    );
    if (member === undefined) {
      throw new CliError('usage', `${flag} "${text}" does not begin with a member and =.`, {
        field: flag,
        hint: `Members: ${newProduct.names.join(', ')}. Example: ${flag} price=${flag === '--map' ? '"Regular price"' : '9.95'}`,
      });
    }
    if (found[member] !== undefined) throw new CliError('usage', `${flag} names ${member} twice.`, { field: flag });
    found[member] = text.slice(at + 1);
  }
  return found;
}

/** The word `tab` is easier to type than the character. */
function delimiterKind(): Kind<string> {
  const names = oneOf([',', ';', 'tab', '|', '\t'], 'character');
  const typed = (text: string): string | undefined => names.typed(text)?.replace('tab', '\t');
  return { ...names, expects: 'one of , ; tab |', typed, suggestions: () => [[','], [';'], ['tab'], ['|']] };
}

/** A rate as 21, 21% or 5.5; not 0, which would leave everything as it is. */
function vatKind(): Kind<Money> {
  return {
    ...moneyKind,
    placeholder: 'percent',
    expects: 'a percentage above 0 and up to 100, such as 21',
    typed: (text) => {
      const rate = parseMoney(text.trim().replace(/ ?%$/, '').replace(',', '.'));
      return rate && rate.units > 0n && rate.units <= 100n * 10n ** BigInt(rate.scale) ? rate : undefined;
    },
  };
}
