import type { Journal } from './journal.ts';

/** Notes a fact, for all later imports. */
export const noteFact = ({ database, commit }: Journal, fact: string): void =>
  commit(() => void database.run('INSERT OR IGNORE INTO facts VALUES (?)', fact));

/** The facts that begin so. */
export const factsOf = ({ database }: Journal, beginning: string): readonly string[] =>
  database
    .all('SELECT fact FROM facts WHERE substr(fact, 1, length(?1)) = ?1', beginning)
    .map(({ fact }) => String(fact));
