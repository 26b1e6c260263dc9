import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Context, FileWriter } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { firstNoun } from '../../resources/file-table.ts';
import { escapeText } from '../../text/escape.ts';
import { isDeep, isObject } from '../../text/json.ts';
import { localTime } from '../../text/local-time.ts';
import { NumberSet } from '../../text/number-set.ts';
import { cut } from '../../text/words.ts';

/** What an import would create, for a person to approve: bound to one file, one store and all options that change it. */
export interface ImportPlan {
  /** The path of its file, as it was typed. */
  readonly path: string;
  /** SHA-256 of the plan itself: its name, and the seal against changes. */
  readonly sha256: string;
  readonly heading: PlanHeading;
  /** The dry run, as `--dry-run --json` prints it. */
  readonly forecast: Readonly<Record<string, unknown>>;
  /** The records to create. */
  readonly records: NumberSet;
}

/** Milliseconds since 1970, until the last year of four digits. */
const time = z.int().check(z.minimum(0), z.maximum(Date.UTC(10_000, 0) - 1));

/** Options as they would be typed, by their names. */
const planOptions = z.record(z.string(), z.union([z.string(), z.boolean(), z.readonly(z.array(z.string()))]));

/** The first line of a plan, beside its format. */
const planLine = z
  .object({
    /** The version of shop-cli that made it: another one may read the same file differently. */
    program: z.string(),
    created: time,
    validUntil: time,
    /** Its identity. */
    store: z.string(),
    /** What its rows are, as the plural of their name. A plan of products does not say it. */
    noun: z._default(z.string(), firstNoun),
    /** The path as it was typed, and the SHA-256 of the file. */
    file: z.object({ path: z.string(), sha256: z.string() }),
    /** The options that change what is sent, as they would be typed. */
    options: planOptions,
    /** Settings that change what is sent. */
    language: z.nullable(z.string().check(z.regex(/^[\w-]*$/))),
    taxField: z.enum(['both', 'taxRate', 'taxRateVal']),
    forecast: z.looseObject({ rows: z.int(), wouldCreate: z.int() }),
    create: z.string(),
  })
  .check(z.refine(({ created, validUntil }) => created <= validUntil));

type PlanHeading = Omit<z.infer<typeof planLine>, 'forecast' | 'create'>;

export type PlanOptions = z.infer<typeof planOptions>;

/** The first digits of the SHA-256, enough to tell plans apart. */
export const shortName = ({ sha256 }: Pick<ImportPlan, 'sha256'>): string => sha256.slice(0, 12);

/** `2026-01-31 12:00 UTC`, for programs. */
export const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The next step where a plan cannot be applied. */
const makeAnother = (noun: string): string => `Nothing was sent. ${newPlan(noun)}`;

const newPlan = (noun: string): string => `Make a new plan: shop-cli ${shown(noun)} import <file> --save-plan <plan>`;

export const unusablePlan = (message: string, hint: string): CliError => new CliError('usage', message, { hint });

/** @throws CliError `usage` for a store that the plan was not made for */
export function refuseOtherStore({ heading }: ImportPlan, selected: string): void {
  if (heading.store === selected) return;
  throw unusablePlan(
    `The plan is for ${shown(heading.store)}, but the store is ${selected}.`,
    'Nothing was sent. Select the store with --store or --profile, or make a plan for this one.',
  );
}

/** @throws CliError `usage` for a file that is not, byte for byte, the one that was planned */
export function refuseOtherFile(path: string, sha256: string, { heading }: ImportPlan): void {
  if (sha256 === heading.file.sha256) return;
  throw unusablePlan(
    `${path === '-' ? 'Standard input' : path} is not the file that was planned: its contents differ (SHA-256 ${sha256.slice(0, 12)}, planned ${escapeText(heading.file.sha256.slice(0, 12))}).`,
    'Nothing was sent. Pass the planned file with --file, or make a new plan.',
  );
}

/** @throws CliError `usage` for a plan whose time is over */
export function refuseExpired({ heading }: ImportPlan, now: number): void {
  if (now > heading.validUntil)
    throw unusablePlan(
      `The plan expired on ${localTime(new Date(heading.validUntil), 'minute')}.`,
      makeAnother(heading.noun),
    );
}

/** The error for a plan that was applied before. */
export const appliedBefore = (plan: ImportPlan, applied: number, run: number | undefined): CliError =>
  unusablePlan(
    `Plan ${shortName(plan)} was already applied on ${localTime(new Date(applied), 'minute')}${run === undefined ? '' : ` (import ${run})`}.`,
    makeAnother(plan.heading.noun),
  );

/** Names the format: the first field of a plan. */
const planFormat = 'shop-cli import plan';

interface PlanContents {
  readonly heading: PlanHeading;
  readonly forecast: Readonly<Record<string, unknown>>;
  readonly records: NumberSet;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
}

/** Writes a plan: a line of JSON, and a line with the SHA-256 of the first, which it returns. */
export async function writePlan(contents: PlanContents, file: FileWriter): Promise<string> {
  const { heading, forecast, records, redact } = contents;
  const create = [...records.ranges()].map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(',');
  const noun = heading.noun === firstNoun ? undefined : heading.noun;
  const line = JSON.stringify({ format: planFormat, ...heading, noun, forecast, create });
  const bytes = Buffer.from(`${redact(line)}\n`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await file.write(bytes);
  await file.write(Buffer.from(`${JSON.stringify({ sha256 })}\n`));
  await file.close();
  return sha256;
}

/** Bytes: more than the plan of six million rows, every second of which would be created. */
const maxBytes = 32 * 1024 * 1024;

/** How every plan begins. */
const beginning = `{"format":"${planFormat}"`;

/** Whether a file that begins so is a plan, of any version. */
export const isPlan = (text: string): boolean => text.startsWith(beginning);

/**
 * Reads a plan and makes sure that it is as it was written. Its seal is no signature: anybody can make a plan, so what is
 * shown of it is escaped, and its numbers are bounded.
 * @throws CliError `usage` for a file that is no plan, and for a plan that is incomplete, changed or of another version
 */
export async function readPlan(
  path: string,
  { files, version }: Pick<Context, 'files' | 'version'>,
): Promise<ImportPlan> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.bytes(path, maxBytes)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (!isPlan(bytes.toString('latin1', 0, beginning.length))) throw unusable(`${path} is not an import plan.`);
  const end = bytes.indexOf('\n') + 1;
  const contents = bytes.subarray(0, end);
  const found = parsed(contents);
  // Before anything else of it is read.
  if (found && found.program !== version) throw otherVersion(path, String(found.program), version);
  const seal = parsed(bytes.subarray(end))?.sha256;
  if (typeof seal !== 'string') throw unusable(`The plan ${path} is incomplete: its end is missing.`);
  const sha256 = createHash('sha256').update(contents).digest('hex');
  if (seal !== sha256) throw unusable(`The plan ${path} was changed after it was made.`);
  const plan = found && planFrom(found);
  if (!plan) throw unusable(`The plan ${path} is not valid.`);
  return { path, sha256, ...plan };
}

type JsonObject = Readonly<Record<string, unknown>>;

const otherVersion = (path: string, program: string, own: string): CliError =>
  unusablePlan(
    `The plan ${path} was made by another version of shop-cli (${shown(program)}; this is ${own}).`,
    'Use the same version of shop-cli, or make a new plan.',
  );

/** Undefined for values that shop-cli does not write. */
function planFrom(found: JsonObject): Omit<ImportPlan, 'path' | 'sha256'> | undefined {
  const line = z.safeParse(planLine, found).data;
  const records = line && recordsFrom(line.create, line.forecast.rows);
  // What a person approves is the forecast; what is sent is the ranges.
  if (!line || !records || records.size !== line.forecast.wouldCreate) return undefined;
  const { forecast, create, ...heading } = line;
  return { heading, forecast, records };
}

/** No file of so many rows can be checked in the memory of a machine. */
const maxRows = 100_000_000;

/** The records of `1-3,7`: ranges that ascend, within the rows of the file. */
function recordsFrom(create: string, rows: number): NumberSet | undefined {
  if (rows > maxRows) return undefined;
  const records = new NumberSet();
  let end = 0;
  for (const [range] of create.matchAll(/[^,]+/g)) {
    const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range) ?? [];
    if (!(Number(first) > end && Number(last) >= Number(first) && Number(last) <= rows)) return undefined;
    end = Number(last);
    records.addRange(Number(first), end);
  }
  return records;
}

function parsed(line: Buffer): JsonObject | undefined {
  try {
    const text = line.toString('utf8');
    const value: unknown = isDeep(text) ? undefined : JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What is only shown, on one line. */
const shown = (text: string): string => escapeText(cut(text, 100));

/** Also for a plan that is only shown. */
const unusable = (message: string) => unusablePlan(message, newPlan(firstNoun));
