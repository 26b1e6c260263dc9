import type { Session } from '../../cli/session.ts';

/** The option that named the store, for a command line that is to reach the same one. */
export const storeOptions = ({ options: { store } }: Session): readonly string[] =>
  store === undefined ? [] : ['--store', store];
