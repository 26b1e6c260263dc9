import type { CliError } from '../../errors.ts';
import { type ImportPlan, shortName, timeText, unusablePlan } from './plan.ts';

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
    `The plan is for ${isSameName ? store.identity : store.name}, but the store is ${isSameName ? selected.identity : selected.name}.`,
    'Nothing was sent. Select the store with --store or --profile, or make a plan for this one.',
  );
}

/** @throws CliError `usage` for a file that is not, byte for byte, the one that was planned */
export function refuseOtherFile(path: string, sha256: string, { heading }: ImportPlan): void {
  if (sha256 === heading.file.sha256) return;
  throw unusablePlan(
    `${path === '-' ? 'Standard input' : path} is not the file that was planned: its contents differ (SHA-256 ${sha256.slice(0, 12)}, planned ${heading.file.sha256.slice(0, 12)}).`,
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
    `The plan ${shortName(plan)} was already applied on ${timeText(applied)} by ${person}${run === undefined ? '' : ` (import ${run})`}.`,
  );
}
