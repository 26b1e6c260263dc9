import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { products } from '../../client/endpoints/products.ts';
import { addOptions, option, type RawOptions, readOptions, suggestAt } from '../../input/options.ts';
import type { Kind } from '../../resources/kind.ts';
import { textKind } from '../../resources/kinds.ts';
import { addFileOptions, readFileOptions } from '../shared/import/file-options.ts';
import { type GivenOptions, readOptionsFiles, withAnswers } from '../shared/import/saved-options.ts';
import { noticeHiddenColumns } from '../shared/list.ts';
import { readTextLanguage } from '../shared/text-language.ts';

const { compared } = products;

/** Names of fields, separated by commas. */
const fieldsKind: Kind<readonly string[]> = {
  ...textKind,
  placeholder: 'names',
  expects: `one or more of ${compared.join(', ')}`,
  typed: (text) => {
    const names = new Set(text.split(',').map((name) => name.trim().toLowerCase()));
    const fields = compared.filter((field) => names.has(field.toLowerCase()));
    return fields.length === names.size ? fields : undefined;
  },
  wire: () => undefined,
  send: (fields) => fields,
};

const diffOptions = {
  fields: option(fieldsKind, 'compare only these fields, such as name,price'),
  worklist: option({ ...textKind, placeholder: 'file' }, 'write what to change in the back office (default CSV)'),
};

/** `shop-cli products diff`: reads the store, and writes nothing to it. */
export const definition: CommandDefinition = {
  details:
    `Compares every row with the product that has the same SKU or EAN, in the fields that both have: ${compared.join(', ')}. A blank cell is never a difference. ` +
    'In a table, + means new, ~ means different, 2 means more than once in the store, ? means in the store under almost the same key, and - means only in the store.\n\n' +
    'shop-cli only counts products that are missing from the file; with --store-only, it lists them and counts them as differences. JSON has one object per row, CSV one line per field. For more, see docs/diff.md',
  exitCodes: {
    0: 'every row is in the store, and nothing differs',
    11: 'something differs, or invalid rows were skipped',
  },
  examples: [
    ['products export --output-file products.csv', 'Get a file to start from'],
    ['products diff products.csv', 'What an import would create, and what differs'],
    ['products diff products.csv --fields price --worklist work.csv', 'Prices to change in the back office'],
    ['products diff products.csv --store-only --output json', 'Also list products missing from the file, as JSON'],
  ],
  seeAlso: ['products import', 'products export'],
  options: (command) => {
    addFileOptions(command, products);
    command.optionsGroup('Comparison:');
    const { fields, worklist } = diffOptions;
    addOptions(command, { fields });
    suggestAt(command, '--fields', { texts: () => compared.map((name) => [name]), separator: ',' });
    command
      .option('--store-only', 'also list products that only the store has')
      .option('--skip-invalid', 'skip invalid rows and compare the others');
    addOptions(command, { worklist });
    command.optionsGroup('Options:');
  },
  prints: ['products.diff'],
  run: diffFile,
};

function diffFile(session: Session, typed: RawOptions, [path = '']: readonly string[]): Promise<number> {
  return withAnswers(session, { noun: products, path, typed }, (asking, given) => diffOnce(asking, path, given));
}

async function diffOnce(session: Session, path: string, given: GivenOptions): Promise<number> {
  const { raw, typed } = given;
  const { context, settings, options, target, notice, connect } = session;
  const { catalogue, expectRows } = readFileOptions(raw, products, typed);
  const { fields, worklist } = readOptions(diffOptions, raw);
  // Before a large file is read for nothing.
  settings.store();
  const { runDiff } = await import('../../import/diff/diff.ts');
  const { code, shown } = await runDiff({
    noun: products,
    path,
    catalogue,
    expectRows,
    ...readOptionsFiles(session, products, given, path),
    asksChoices: given.asksChoices,
    fields,
    worklist,
    skipInvalid: raw.skipInvalid === true,
    storeOnly: raw.storeOnly === true,
    outputFile: options.outputFile === '-' ? undefined : options.outputFile,
    format: options.quiet ? 'ids' : settings.output,
    language: readTextLanguage(session, raw),
    context,
    target,
    notice,
    hint: options.quiet ? async () => undefined : notice,
    store: session,
    connect,
    progress: (work) => session.progress(work, false),
  });
  await noticeHiddenColumns(notice, shown.hiddenColumns);
  return code;
}
