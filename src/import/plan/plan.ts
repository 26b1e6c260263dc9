import { CliError } from '../../errors.ts';
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
