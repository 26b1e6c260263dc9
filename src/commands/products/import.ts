import { CliError } from '../../errors.ts';
import type { CatalogueOptions } from '../../input/csv/catalogue.ts';
import { encodings } from '../../input/csv/encoding.ts';
import { addOptions, collect, type OptionSpecs, type RawOptions, readOptions } from '../../input/options.ts';
import { codeKind, countKind, type Kind, textKind } from '../../resources/kinds.ts';
import { newProduct } from '../../resources/products.ts';
import { parseDuration } from '../../settings/durations.ts';
import type { CommandDefinition } from '../command.ts';
import type { Session } from '../session.ts';
import { addTextLanguageOption, readTextLanguage } from './filters.ts';

const importOptions = {
  delimiter: {
    flag: '--delimiter',
    kind: oneOf({ ',': ',', ';': ';', tab: '\t', '|': '|', '\t': '\t' }, 'character'),
    about: 'what separates the cells: "," ";" tab "|" (else found)',
  },
  encoding: {
    flag: '--encoding',
    kind: oneOf(Object.fromEntries(encodings.map((name) => [name, name])), 'name'),
    about: `${encodings.join(', ')} (else found)`,
  },
  decimal: { flag: '--decimal', kind: oneOf({ '.': '.', ',': ',' }, 'mark'), about: 'the decimal mark of prices: "." or "," (else found)' },
  concurrency: { flag: '--concurrency', kind: atATime(), about: 'rows that are sent at a time, 1 to 64 (4)' },
  onExisting: {
    flag: '--on-existing',
    kind: oneOf({ skip: 'skip', fail: 'fail' }, 'what'),
    about: 'what a row is whose key the store has already: skip it, or fail before anything is sent (skip)',
  },
  settle: {
    flag: '--settle',
    kind: { ...countKind, placeholder: 'duration', expects: 'a duration such as 90s', typed: parseDuration },
    about: 'how long the store may take until it shows what it was sent (90s)',
  },
  journal: {
    flag: '--journal',
    kind: { ...textKind, placeholder: 'file' },
    about: 'where to remember what was sent; keep it between CI jobs (else in the state directory of this user)',
  },
  rejected: {
    flag: '--rejected',
    kind: { ...textKind, placeholder: 'file' },
    about: 'write the rows that did not get in to this file, as they were, with the reason: mend and import it again',
  },
} as const satisfies OptionSpecs;

/** `shop-cli products import`: `POST /products`, once for every row. */
export const importProducts: CommandDefinition = {
  description:
    'Creates one product for every row of a CSV file, or of standard input with -. Every row is checked before anything is sent: if one is faulty, nothing is sent, and every fault is shown with its line and column.\n\n' +
    `Columns are found by name: ${newProduct.names.join(', ')}, in any case and order, and by common Dutch, English and German names. --map names others. A row needs an SKU, or else an EAN, and a name.\n\n` +
    'Rows whose SKU (or else EAN) the store has already are skipped, so the same command can be run again, and continues after any interruption. ' +
    'A row whose answer is lost is looked up until it is known what became of it, and sent again only if it is not there after the settle time. ' +
    'What was sent without a known outcome is remembered on this machine, for the next run.\n\n' +
    'Exit codes: 0 every row is in the store; 2 nothing was sent; 7 some rows are rejected or uncertain; 8 stopped safely, the same command continues; 9 another import into this store is running here.',
  examples: [
    ['products import examples/products.csv', 'The example catalogue'],
    ['products import examples/products.csv --dry-run', 'Only check the file, and say what would be sent'],
    ['products import examples/products.csv --set status=0 --set taxRate=9', 'Constants for every row'],
  ],
  options: (command) => {
    command.argument('<file>', 'a CSV file, or - for standard input');
    addOptions(command, importOptions);
    command
      .option('--map <member=column>', 'take a member from this column, whatever its name; can be repeated', collect)
      .option('--set <member=value>', 'a constant for every row; can be repeated', collect)
      .option('--strict-columns', 'a column that is not known is a fault');
    addTextLanguageOption(command);
  },
  run: importFile,
};

async function importFile(session: Session, raw: RawOptions, [path = '']: readonly string[]): Promise<number> {
  const { concurrency = 4, rejected, onExisting = 'skip', settle = 90_000, journal, ...dialect } = readOptions(importOptions, raw);
  const catalogue: CatalogueOptions = {
    ...(dialect as Pick<CatalogueOptions, 'delimiter' | 'encoding' | 'decimal'>),
    map: pairs(raw.map, '--map'),
    set: pairs(raw.set, '--set'),
    strictColumns: raw.strictColumns === true,
  };
  const { context, settings, target, notice, connect } = session;
  // Before a large file is read for nothing.
  if (raw.dryRun !== true) settings.store();
  // Only now: the help does not need the CSV parser.
  const { runImport } = await import('../../imports/run.ts');
  return await runImport({
    path,
    catalogue,
    concurrency,
    rejected,
    onExisting: onExisting === 'fail' ? 'fail' : 'skip',
    settle,
    journal,
    dryRun: raw.dryRun === true,
    context,
    settings: { ...settings, language: readTextLanguage(session, raw) },
    target,
    notice,
    connect,
  });
}

/** `price=Regular price` as member and column; only the first `=` separates. */
function pairs(raw: unknown, flag: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const text of (raw ?? []) as readonly string[]) {
    const at = text.indexOf('=');
    const member = newProduct.names.find((name) => name.toLowerCase() === text.slice(0, Math.max(at, 0)).trim().toLowerCase());
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

function oneOf(choices: Readonly<Record<string, string>>, placeholder: string): Kind<string> {
  return {
    ...codeKind,
    placeholder,
    expects: `one of ${Object.keys(choices)
      .filter((name) => name !== '\t')
      .join(' ')}`,
    typed: (text) => choices[text.toLowerCase()],
  };
}

function atATime(): Kind<number> {
  const most = 64;
  return {
    ...countKind,
    expects: `a whole number from 1 to ${most}`,
    typed: (text) => {
      const value = countKind.typed(text);
      return value !== undefined && value >= 1 && value <= most ? value : undefined;
    },
  };
}
