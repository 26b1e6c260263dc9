import { createHash } from 'node:crypto';
import type { FileWriter } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import type { NumberSet } from '../../text/number-set.ts';

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

export interface PlanHeading {
  /** The version of shop-cli that made it: another one may read the same file differently. */
  readonly program: string;
  readonly person: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly validUntil: number;
  readonly store: { readonly identity: string; readonly name: string };
  /** The path as it was typed, and the SHA-256 of the file. */
  readonly file: { readonly path: string; readonly sha256: string };
  /** The options that change what is sent, as they would be typed. */
  readonly options: PlanOptions;
  /** Settings that change what is sent. */
  readonly language: string | null;
  readonly taxField: string;
}

export type PlanOptions = Readonly<Record<string, string | boolean | readonly string[]>>;

/** The first digits of the SHA-256, enough to tell plans apart. */
export const shortName = ({ sha256 }: Pick<ImportPlan, 'sha256'>): string => sha256.slice(0, 12);

/** `2026-01-31 12:00 UTC` */
export const timeText = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The next step where a plan cannot be applied. */
const makeAnother = 'Nothing was sent. Make a new plan: shop-cli products import <file> --save-plan <plan>';

export const unusablePlan = (message: string, hint = makeAnother): CliError => new CliError('usage', message, { hint });

/** @throws CliError `usage` for a store that the plan was not made for */
export function refuseOtherStore(
  plan: ImportPlan,
  selected: { readonly identity: string; readonly name: string },
): void {
  const { store } = plan.heading;
  if (store.identity === selected.identity) return;
  // Two sandboxes, or two paths on one host, may have one name.
  const isSameName = store.name === selected.name;
  throw unusablePlan(
    `The plan is for ${isSameName ? escapeText(store.identity) : store.name}, but the store is ${isSameName ? selected.identity : selected.name}.`,
    'Nothing was sent. Select the store with --store or --profile, or make a plan for this one.',
  );
}

/** @throws CliError `usage` for a file that is not, byte for byte, the one that was planned */
export function refuseOtherFile(path: string, sha256: string, { heading }: ImportPlan): void {
  if (sha256 === heading.file.sha256) return;
  throw unusablePlan(
    `${path === '-' ? 'Standard input' : path} is not the file that was planned: its contents differ (SHA-256 ${sha256.slice(0, 12)}, planned ${escapeText(heading.file.sha256.slice(0, 12))}).`,
    'Nothing was sent. Name the planned file with --file, or make a new plan.',
  );
}

/** Clocks of two machines may differ by this. */
const clockTolerance = 5 * 60_000;

/** @throws CliError `usage` for a plan whose time is over, and where the clock says that it is not made yet */
export function refuseExpired({ heading }: ImportPlan, now: number): void {
  if (now > heading.validUntil) throw unusablePlan(`The plan expired on ${timeText(heading.validUntil)}.`);
  if (heading.created <= now + clockTolerance) return;
  throw unusablePlan(
    `The plan was made on ${timeText(heading.created)}, but the clock of this machine says ${timeText(now)}.`,
    'Nothing was sent. Correct the clock, or make a new plan.',
  );
}

/** The error for a plan that was applied before. */
export function appliedBefore(
  plan: ImportPlan,
  { applied, person }: { readonly applied: number; readonly person: string },
  run: number | undefined,
): CliError {
  return unusablePlan(
    `Plan ${shortName(plan)} was already applied on ${timeText(applied)} by ${escapeText(person)}${run === undefined ? '' : ` (import ${run})`}.`,
  );
}

/** Names the format: the first member of the first line. */
export const planFormat = 'shop-cli import plan';

/** Grows with every change of the format: other versions are refused. */
export const planVersion = 1;

interface PlanContents {
  readonly heading: PlanHeading;
  readonly forecast: Readonly<Record<string, unknown>>;
  readonly records: NumberSet;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
}

/**
 * Writes a plan as JSON lines: heading, forecast, ranges of records to create, and the SHA-256 of all bytes before that
 * line. Returns the SHA-256.
 */
export async function writePlan(contents: PlanContents, file: FileWriter): Promise<string> {
  const hash = createHash('sha256');
  for (const line of linesOf(contents)) {
    const bytes = Buffer.from(`${contents.redact(JSON.stringify(line))}\n`);
    hash.update(bytes);
    await file.write(bytes);
  }
  const sha256 = hash.digest('hex');
  await file.write(Buffer.from(`${JSON.stringify({ sha256 })}\n`));
  await file.close();
  return sha256;
}

/** Lines stay short, so that a plan of millions of rows is read in flat memory. */
const rangesPerLine = 1000;

function* linesOf({ heading, forecast, records }: PlanContents): Generator<unknown> {
  yield { format: planFormat, version: planVersion, ...heading };
  yield { forecast };
  let create: (readonly [number, number])[] = [];
  for (const range of records.ranges()) {
    create.push(range);
    if (create.length < rangesPerLine) continue;
    yield { create };
    create = [];
  }
  if (create.length > 0) yield { create };
}
