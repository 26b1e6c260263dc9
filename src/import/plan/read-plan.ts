import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import { isObject } from '../../text/json.ts';
import { NumberSet } from '../../text/number-set.ts';
import { type ImportPlan, type PlanHeading, planFormat, planVersion, unusablePlan } from './plan.ts';

/**
 * Reads a plan and makes sure that it is as it was written.
 * @throws CliError `usage` for a file that is no plan, and for a plan that is incomplete, changed or of another version
 */
export async function readPlan(
  path: string,
  { files, version }: Pick<Context, 'files' | 'version'>,
): Promise<ImportPlan> {
  const hash = createHash('sha256');
  const parts = new PlanParts(path, version);
  let last: Buffer | undefined;
  for await (const line of linesOf(files.bytes(path), () => notAPlan(path))) {
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
        `The plan ${this.#path} was made by ${isNewer ? 'a newer' : 'an older'} version of shop-cli (${program}; this is ${this.#version}).`,
        'Use the same version of shop-cli, or make a new plan.',
      );
    }
    this.#heading = isHeading(found) ? found : undefined;
  }

  add(line: Buffer): void {
    const found = parsed(line);
    if (found?.format === planFormat) return;
    if (isObject(found?.forecast)) {
      this.#forecast = found.forecast;
      this.#rows = isWholeNumber(found.forecast.rows) ? found.forecast.rows : 0;
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
    if (this.#isBroken || !heading || !forecast) throw unusable(`The plan ${this.#path} is not valid.`);
    return { heading, forecast, records: this.#records };
  }
}

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
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isHeading(found: Readonly<Record<string, unknown>>): found is Record<string, unknown> & PlanHeading {
  const { person, created, validUntil, store, file, options, language, taxField } = found;
  const areTexts = (...values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');
  return (
    isWholeNumber(created) &&
    isWholeNumber(validUntil) &&
    isObject(store) &&
    isObject(file) &&
    isObject(options) &&
    ['both', 'taxRate', 'taxRateVal'].includes(String(taxField)) &&
    areTexts(person, language ?? '', store.identity, store.name, file.path, file.sha256) &&
    Object.values(options).every((value) => isOption(value))
  );
}

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
