import * as z from 'zod/mini';
import { firstOf, nearest } from '../../text/words.ts';
import type { PlanOptions } from './plan.ts';

/**
 * The options that say how the files of a supplier are read, as a file to be kept beside them. It says nothing of the store
 * or of a run.
 */

const format = 'shop-cli import options';

const scalar = z.union([z.string(), z.number()]);
const text = z.optional(scalar);
const flag = z.optional(z.boolean());

/** Texts and numbers as they would be typed; columns and constants by field. In the order in which it is written. */
const document = z.strictObject({
  format: z.literal(format),
  version: z.literal(1),
  noun: z.string(),
  delimiter: text,
  encoding: text,
  sheet: text,
  headerRow: text,
  decimal: text,
  preset: text,
  vatIncluded: text,
  require: z.optional(z.union([z.string(), z.array(z.string())])),
  strictColumns: flag,
  generateSku: flag,
  map: z.optional(z.record(z.string(), z.string())),
  set: z.optional(z.record(z.string(), scalar)),
});

type OptionsDocument = z.infer<typeof document>;
type WrittenOption = NonNullable<OptionsDocument[keyof OptionsDocument]>;

/** What the options of a file are of, and the options as they would be typed. */
interface ReadingOptions {
  readonly noun: string;
  readonly options: PlanOptions;
}

const { format: _, version: __, noun: ___, ...shape } = document.shape;
const names = Object.keys(shape);

const decode = ({ format: _format, version: _version, noun, ...values }: OptionsDocument): ReadingOptions => ({
  noun,
  options: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typedOption(value as WrittenOption)]),
  ),
});

function encode({ noun, options }: ReadingOptions): OptionsDocument {
  const written = names.flatMap((name) =>
    options[name] === undefined ? [] : [[name, writtenOption(name, options[name])]],
  );
  return z.parse(document, { format, version: 1, noun, ...Object.fromEntries(written) });
}

function typedOption(value: WrittenOption): PlanOptions[string] {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.join(',');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value).map(([field, one]) => `${field}=${one}`);
}

function writtenOption(name: string, value: PlanOptions[string]): WrittenOption {
  if (typeof value === 'boolean') return value;
  if (name === 'require')
    return String(value)
      .split(',')
      .map((field) => field.trim());
  if (typeof value === 'string') return writtenScalar(value);
  const pairs = value.map(pairOf);
  return Object.fromEntries(pairs.map(([field, one]) => [field, name === 'map' ? one : writtenScalar(one)]));
}

/** A number where that is the same when it is read. */
const writtenScalar = (typed: string): string | number =>
  Number.isFinite(Number(typed)) && String(Number(typed)) === typed ? Number(typed) : typed;

/** `price=Regular price`; only the first `=` separates. */
export function pairOf(typed: string): readonly [field: string, value: string] {
  const at = Math.max(typed.indexOf('='), 0);
  return [typed.slice(0, at).trim(), typed.slice(at + 1)];
}

/** The text of such a file. */
export const readingOptionsText = (options: ReadingOptions): string =>
  `${JSON.stringify(encode(options), undefined, 2)}\n`;

/** What such a file has, or a sentence for each fault. */
export function readingOptionsFrom(
  json: unknown,
): { readonly found: ReadingOptions } | { readonly faults: readonly string[]; readonly isOther: boolean } {
  const { data, error } = z.safeParse(document, json);
  if (data) return { found: decode(data) };
  const issues = error?.issues ?? [];
  const isOther = issues.some(
    ({ code, path: [name] }) =>
      (name === undefined && code !== 'unrecognized_keys') || name === 'format' || name === 'version',
  );
  return { faults: issues.flatMap(faultsOf), isOther };
}

function faultsOf(issue: z.core.$ZodIssue): readonly string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map(unknownName);
  const [name] = issue.path;
  if (name === undefined) return ['it is not an object with options.'];
  return [`${issue.path.join('.')} must be ${expected(String(name), issue.path.length > 1)}.`];
}

function unknownName(name: string): string {
  const near = nearest(name, names).map((known) => JSON.stringify(known));
  const meant = near.length > 0 ? ` Did you mean ${firstOf(near)}?` : '';
  return `"${name}" is not an option that a file can have.${meant}`;
}

function expected(name: string, isWithin: boolean): string {
  if (name === 'format') return JSON.stringify(format);
  if (name === 'version') return '1: this version of shop-cli reads no other';
  if (name === 'noun') return 'what the rows are, such as "products"';
  if (isWithin) return name === 'map' ? 'the heading of a column, in quotes' : 'a text or a number';
  if (name === 'map') return 'fields and their columns, such as {"price": "Regular price"}';
  if (name === 'require') return 'fields, such as ["price", "taxRate"]';
  if (name === 'set') return 'fields and their values, such as {"taxRate": 21}';
  return name === 'strictColumns' || name === 'generateSku' ? 'true or false' : 'a text or a number';
}
