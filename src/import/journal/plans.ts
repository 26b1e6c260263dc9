import type { Sqlite } from '../../system/sqlite.ts';

/** When and by whom a plan was applied to the store of the journal. */
export interface PlanApplication {
  /** Milliseconds since 1970. */
  readonly applied: number;
  readonly person: string;
}

/** Notes that a plan is applied from now on; the first time counts. @param plan its SHA-256 */
export const addPlan = (database: Sqlite, plan: string, { applied, person }: PlanApplication): void =>
  void database.run('INSERT OR IGNORE INTO plans VALUES (?, ?, ?)', plan, BigInt(applied), person);

export function planApplication(database: Sqlite, plan: string): PlanApplication | undefined {
  const row = database.get('SELECT applied, person FROM plans WHERE plan = ?', plan);
  return row && { applied: Number(row.applied), person: String(row.person) };
}
