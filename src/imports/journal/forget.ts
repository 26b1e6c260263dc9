import type { Sqlite } from '../../sqlite.ts';
import { rowStates } from './states.ts';

/** What a forgotten run created is kept for so many milliseconds: longer than any settle time. */
const kept = 24 * 3_600_000;

/**
 * Forgets a run and its rows, but for what it created lately: a store that does not show that yet would be sent it again by the next run. Until then
 * the run is there, and in no list.
 */
export function forgetRun(database: Sqlite, run: number, now: number): void {
  database.run("UPDATE runs SET state = 'forgotten' WHERE run = ?", BigInt(run));
  clearForgotten(database, now);
}

/** Removes what needs to be kept of forgotten runs no longer. */
export function clearForgotten(database: Sqlite, now: number): void {
  database.run(
    `DELETE FROM rows WHERE run IN (SELECT run FROM runs WHERE state = 'forgotten') AND (state <> ${rowStates.created} OR at <= ?)`,
    BigInt(now - kept),
  );
  database.run("DELETE FROM runs WHERE state = 'forgotten' AND NOT EXISTS (SELECT 1 FROM rows WHERE rows.run = runs.run)");
}
