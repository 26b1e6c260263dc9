import type { Command } from 'commander';
import { CliError } from '../../../errors.ts';
import { commonEncodings, encodingNamed } from '../../../import/file/code-pages.ts';
import { fieldNamed, mappableNames, titleOf } from '../../../import/map/headings/headings.ts';
import { presetNames } from '../../../import/map/presets/presets.ts';
import type { ImportOptions } from '../../../import/options.ts';
import {
  addOptions,
  collect,
  option,
  type RawOptions,
  rareOption,
  rareOptions,
  readOptions,
  suggestAt,
} from '../../../input/options.ts';
import { type FileTable, shownFields } from '../../../resources/file-table.ts';
import type { Kind, Suggestion } from '../../../resources/kind.ts';
import { moneyKind, oneOf, textKind, wholeFrom } from '../../../resources/kinds.ts';
import { type Money, parseMoney } from '../../../text/money.ts';
import { capitalized, looseHeading } from '../../../text/words.ts';
import { addTextLanguageOption } from '../text-language.ts';
import { file } from './import-options.ts';

const dialectOptions = {
  delimiter: rareOption(delimiterKind(), '"," ";" tab or "|" (default: detect)'),
  encoding: rareOption(encodingKind(), 'text encoding (default: detect)'),
  sheet: option({ ...textKind, placeholder: 'sheet' }, 'name or number of the sheet (default: the first)'),
  headerRow: rareOption(wholeFrom(1), 'line of the headings (default: the first row)'),
  decimal: option(
    { ...oneOf(['.', ',', 'mixed'], 'mark'), expects: '".", "," or mixed' },
    'decimal mark, "." "," or mixed (default: detect)',
  ),
  preset: option(oneOf([...presetNames, 'none'], 'shop'), `${presetNames.join(', ')} or none`),
  vatIncluded: option(vatKind(), 'remove VAT at this rate, and send the rate'),
  expectRows: rareOption(wholeFrom(0), 'fail unless the file has exactly n rows'),
  require: option({ ...textKind, placeholder: 'fields' }, 'reject rows without a value in these fields'),
};

/** A file with such options, read or written. */
export const optionsFiles = {
  options: option(file, 'file with import options, from --save-options'),
  saveOptions: rareOption(file, 'write the import options to a file, for --options'),
};

/** Adds the argument and the options that say how a file of these is read. */
export function addFileOptions(command: Command, noun: FileTable): void {
  command.argument('<file>', '.csv or .xlsx, also in .gz or .zip; - for stdin');
  const { vatIncluded, decimal, expectRows, preset, require: demanded, ...fileOptions } = dialectOptions;
  addOptions(command.optionsGroup('File:'), {
    ...fileOptions,
    ...(hasAmounts(noun) ? { decimal } : {}),
    preset,
    expectRows,
    ...optionsFiles,
  });
  command
    .optionsGroup('Columns:')
    .option('--map <field=column>', 'read a field from this column (repeatable)', collect)
    .option('--set <field=value>', 'set a field of every row (repeatable)', collect);
  addOptions(command, { require: demanded });
  if (noun.generated)
    command.addOption(
      command.createOption(`--generate-${noun.generated}`, generationOf(noun, noun.generated)).helpGroup(rareOptions),
    );
  command.addOption(
    command.createOption('--strict-columns', 'treat unknown columns as an error').helpGroup(rareOptions),
  );
  if (noun.price) addOptions(command, { vatIncluded });
  if (noun.isTranslated) addTextLanguageOption(command);
  suggestAt(command, '--map', { texts: () => suggestionsOf(noun, mappableNames(noun)), isOpen: true });
  suggestAt(command, '--require', { texts: () => noun.draft.names.map((name) => [name]), separator: ',' });
  suggestAt(command, '--set', { texts: () => suggestionsOf(noun, shownFields(noun)), isOpen: true });
}

const hasAmounts = ({ draft }: FileTable): boolean =>
  Object.values(draft.fields).some(({ kind }) => kind.name === 'money');

/** `generate an SKU for rows without an SKU or EAN` */
const generationOf = (noun: FileTable, generated: string): string =>
  `generate an ${titleOf(noun, generated)} for rows without ${noun.key.map((field) => titleOf(noun, field)).join(' and ')}`;

const suggestionsOf = ({ draft }: FileTable, names: readonly string[]): readonly Suggestion[] =>
  names.map((name) => [`${name}=`, draft.fields[name]?.about]);

/** The names of these options, but for the language and for the files that have them. */
export const fileOptionNames: readonly string[] = [
  ...Object.keys(dialectOptions),
  'map',
  'set',
  'strictColumns',
  'generateSku',
];

/** Those that a noun has, and that are about all files of a supplier: one file alone has so many rows. */
export const lastingOptionNames = (noun: FileTable): readonly string[] =>
  fileOptionNames.filter((name) => {
    if (name === 'expectRows') return false;
    if (name === 'decimal') return hasAmounts(noun);
    if (name === 'vatIncluded') return noun.price !== undefined;
    return name !== 'generateSku' || noun.generated !== undefined;
  });

/**
 * Reads the same options.
 * @param typed those of them that are not from the file of `--options`
 * @throws CliError `usage`
 */
export function readFileOptions(
  raw: RawOptions,
  noun: FileTable,
  typed: RawOptions = raw,
): Pick<ImportOptions, 'catalogue' | 'expectRows'> {
  const { expectRows, require: demanded, ...dialect } = readOptions(dialectOptions, raw);
  return {
    catalogue: {
      ...dialect,
      map: pairs(raw.map, '--map', noun, mappableNames(noun)),
      ...(typed === raw
        ? {}
        : { mapFrom: sourceOf(pairs(typed.map, '--map', noun, mappableNames(noun)), raw.options) }),
      // The options of a run are kept.
      set: pairs(raw.set, '--set', noun, shownFields(noun)),
      ...(demanded === undefined ? {} : { require: fieldsIn(demanded, noun) }),
      strictColumns: raw.strictColumns === true,
      generateSku: noun.generated !== undefined && raw[`generate${capitalized(noun.generated)}`] === true,
    },
    expectRows,
  };
}

/** `price,taxRate` as fields. @throws CliError `usage` */
const fieldsIn = (text: string, noun: FileTable): readonly string[] =>
  text.split(',').map((typed) => {
    const field = fieldNamed(noun, typed.trim());
    if (field !== undefined) return field;
    throw new CliError('usage', `Invalid --require "${text}": a ${noun.names[0]} has no field "${typed.trim()}".`, {
      field: '--require',
      hint: `Fields: ${noun.draft.names.join(', ')}. Example: --require ${noun.example.field}`,
    });
  });

/** Which file states the column of a field. */
const sourceOf =
  (typed: Readonly<Record<string, string>>, options: unknown) =>
  (field: string): string | undefined =>
    field in typed ? undefined : String(options);

/** `price=Regular price` as field and column; only the first `=` separates. */
function pairs(
  raw: unknown,
  flag: string,
  noun: FileTable,
  fields: readonly string[],
): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const text of (raw ?? []) as readonly string[]) {
    const at = text.indexOf('=');
    const typed = text.slice(0, Math.max(at, 0)).trim();
    const isTyped = (name: string): boolean => name.toLowerCase() === typed.toLowerCase();
    const field = fields.find(isTyped) ?? fieldNamed(noun, typed);
    if (noun.refused?.isNamedIn(looseHeading(typed))) throw isRefused(flag, typed, noun.refused);
    if (noun.draft.names.some((name) => isTyped(name) && !fields.includes(name))) throw isSecret(flag, typed);
    if (field === undefined) throw noSuchField(flag, text, noun, fields);
    if (found[field] !== undefined) throw new CliError('usage', `Use ${flag} only once for ${field}.`, { field: flag });
    found[field] = text.slice(at + 1);
  }
  return found;
}

/** Without the value, which may be one. */
const isRefused = (flag: string, field: string, { what, remedy }: NonNullable<FileTable['refused']>): CliError =>
  new CliError('usage', `${flag} ${field}: an import sends no ${what}.`, { field: flag, hint: remedy });

const isSecret = (flag: string, field: string): CliError =>
  new CliError('usage', `${flag} cannot set the field ${field}: the options of an import are kept and shown.`, {
    field: flag,
    hint: 'Put it in a column of the file.',
  });

function noSuchField(flag: string, text: string, noun: FileTable, fields: readonly string[]): CliError {
  const { field, column, value } = noun.example;
  const [form, example] = flag === '--map' ? ['field=column', `"${column}"`] : ['field=value', value];
  const problem = text.includes('=') ? 'unknown field' : `expected ${form}`;
  return new CliError('usage', `Invalid ${flag} "${text}": ${problem}.`, {
    field: flag,
    hint: `Fields: ${fields.join(', ')}. Example: ${flag} ${field}=${example}`,
  });
}

/** The word `tab` is easier to type than the character. */
function delimiterKind(): Kind<string> {
  const names = oneOf([',', ';', 'tab', '|', '\t'], 'character');
  const typed = (text: string): string | undefined => names.typed(text)?.replace('tab', '\t');
  return { ...names, expects: 'one of , ; tab |', typed, suggestions: () => [[','], [';'], ['tab'], ['|']] };
}

/** Any name that `TextDecoder` knows, and two code pages of DOS. */
function encodingKind(): Kind<string> {
  return {
    ...textKind,
    placeholder: 'name',
    expects: `an encoding such as ${commonEncodings.slice(0, 8).join(', ')}`,
    typed: encodingNamed,
    suggestions: () => commonEncodings.map((name) => [name]),
  };
}

/** A rate as 21, 21% or 5.5; 0 says that prices include none, whatever their heading says. */
function vatKind(): Kind<Money> {
  return {
    ...moneyKind,
    placeholder: 'percent',
    expects: 'a percentage from 0 to 100, such as 21',
    typed: (text) => {
      const rate = parseMoney(text.trim().replace(/ ?%$/, '').replace(',', '.'));
      return rate && rate.units >= 0n && rate.units <= 100n * 10n ** BigInt(rate.scale) ? rate : undefined;
    },
  };
}
