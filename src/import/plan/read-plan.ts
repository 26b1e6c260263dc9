import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { escapeText } from '../../text/escape.ts';
import { isDeep, isObject } from '../../text/json.ts';
import { NumberSet } from '../../text/number-set.ts';
import { cut } from '../../text/words.ts';
import { type ImportPlan, type PlanHeading, planFormat, planVersion, unusablePlan } from './plan.ts';

/** Bytes: more than the plan of ten million rows, every second of which would be created. */
const longestPlan = 256 * 1024 * 1024;

/**
 * Reads a plan and makes sure that it is as it was written. Its seal is no signature: anybody can make a plan, so what is
 * shown of it is escaped, and its numbers are bounded.
 * @throws CliError `usage` for a file that is no plan, and for a plan that is incomplete, changed or of another version
 */
export async function readPlan(
  path: string,
  { files, version }: Pick<Context, 'files' | 'version'>,
): Promise<ImportPlan> {
  const hash = createHash('sha256');
  const parts = new PlanParts(path, version);
  let last: Buffer | undefined;
  for await (const line of linesOf(files.bytes(path, longestPlan), () => notAPlan(path))) {
    if (last === undefined) parts.addHeading(line);
    else {
      hash.update(last);
      parts.add(last);
    }
    last = line;
  }
  if (last === undefined) throw notAPlan(path);
  const seal = parsed(last)?.sha256;
  if (typeof seal !== 'string') {
    throw unusable(`The plan ${path} is incomplete: its end is missing.`);
  }
  const sha256 = hash.digest('hex');
  if (seal !== sha256) throw unusable(`The plan ${path} was changed after it was made.`);
  return { path, sha256, ...parts.whole() };
}

/** Collects the values of the lines. A wrong one is an error only once the seal shows that no byte was changed. */
class PlanParts {
  readonly #path: string;
  readonly #version: string;
  readonly #records = new NumberSet();
  #heading: PlanHeading | undefined;
  #forecast: ImportPlan['forecast'] | undefined;
  #isBroken = false;
  #rows = 0;
  /** The last record of the last range. */
  #end = 0;

  constructor(path: string, version: string) {
    this.#path = path;
    this.#version = version;
  }

  /** @throws CliError `usage` for another version, before anything else is read */
  addHeading(line: Buffer): void {
    const found = parsed(line);
    if (found?.format !== planFormat) throw notAPlan(this.#path);
    const { version, program } = found;
    const isNewer = Number(version) > planVersion || isLater(String(program), this.#version);
    if (version !== planVersion || program !== this.#version) {
      throw unusablePlan(
        `The plan ${this.#path} was made by ${isNewer ? 'a newer' : 'an older'} version of shop-cli (${shown(String(program))}; this is ${this.#version}).`,
        'Use the same version of shop-cli, or make a new plan.',
      );
    }
    if (isHeading(found)) this.#heading = { ...found, ...shownTexts(found) };
  }

  add(line: Buffer): void {
    if (this.#isBroken) return;
    const found = parsed(line);
    if (found?.format === planFormat) return;
    if (isObject(found?.forecast)) {
      this.#forecast = found.forecast;
      const { rows } = found.forecast;
      if (isWholeNumber(rows) && rows <= mostRows) this.#rows = rows;
      else this.#isBroken = true;
    } else if (Array.isArray(found?.create)) this.#addRanges(found.create);
    else this.#isBroken = true;
  }

  /** Ranges ascend, within the rows of the file. */
  #addRanges(ranges: readonly unknown[]): void {
    for (const range of ranges) {
      const [first, last] = (Array.isArray(range) ? range : []) as readonly unknown[];
      if (!isWholeNumber(first) || !isWholeNumber(last) || first <= this.#end || last < first || last > this.#rows) {
        this.#isBroken = true;
        return;
      }
      this.#records.addRange(first, last);
      this.#end = last;
    }
  }

  whole(): Omit<ImportPlan, 'path' | 'sha256'> {
    const [heading, forecast] = [this.#heading, this.#forecast];
    // What a person approves is the forecast; what is sent is the ranges.
    const isSame = this.#records.size === forecast?.wouldCreate;
    if (this.#isBroken || !isSame || !heading || !forecast) throw unusable(`The plan ${this.#path} is not valid.`);
    return { heading, forecast, records: this.#records };
  }
}

/** No file of so many rows can be checked in the memory of a machine. */
const mostRows = 100_000_000;

/** A plan has shorter lines; a longer one would fill the memory. */
const longestLine = 32 * 1024 * 1024;

/** The lines of a file, each with its end. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>, tooLong: () => Error): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > longestLine) throw tooLong();
  }
  if (rest.length > 0) yield rest;
}

function parsed(line: Buffer): Readonly<Record<string, unknown>> | undefined {
  try {
    const text = line.toString('utf8');
    const value: unknown = isDeep(text) ? undefined : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHeading(found: Readonly<Record<string, unknown>>): found is Record<string, unknown> & PlanHeading {
  const { person, created, validUntil, store, file, options, language, taxField } = found;
  const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');
  return (
    isTime(created) &&
    isTime(validUntil) &&
    created <= validUntil &&
    /^[\w-]*$/.test(String(language ?? '')) &&
    isObject(store) &&
    isObject(file) &&
    isObject(options) &&
    ['both', 'taxRate', 'taxRateVal'].includes(String(taxField)) &&
    areTexts(person, language ?? '', store.identity, store.name, file.path, file.sha256) &&
    Object.values(options).every((value) => isOption(value))
  );
}

/** What is only shown, on one line. */
const shownTexts = ({ person, store }: PlanHeading): Pick<PlanHeading, 'person' | 'store'> => ({
  person: shown(person),
  store: { identity: store.identity, name: shown(store.name) },
});

const shown = (text: string): string => escapeText(cut(text, 100));

/** Milliseconds since 1970, until the last year of four digits. */
const isTime = (value: unknown): value is number => isWholeNumber(value) && value >= 0 && value < Date.UTC(10_000, 0);

const isWholeNumber = (value: unknown): value is number => Number.isSafeInteger(value);

const isOption = (value: unknown): boolean =>
  ['string', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

/** Whether one version such as `1.10.0` is later than another. */
const isLater = (version: string, other: string): boolean => version.localeCompare(other, 'en', { numeric: true }) > 0;

const notAPlan = (path: string) => unusable(`${path} is not an import plan.`);

/** Also for a plan that is only shown. */
const unusable = (message: string) =>
  unusablePlan(message, 'Make a new plan: shop-cli products import <file> --save-plan <plan>');
