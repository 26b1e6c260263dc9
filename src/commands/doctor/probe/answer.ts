import type { Connection } from '../../../client/connection.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import type { Probed, StoreProbe } from '../../../settings/store-probe.ts';
import type { Values } from '../../../settings/variables.ts';

/** What a store was asked with, and what was read before. */
export interface Subject {
  readonly connection: Connection;
  /** Products of the store: at most 500. */
  readonly products: readonly StoreRecord[];
  /** How many the store has, if it says. */
  readonly count: number | undefined;
  readonly randomHex: (bytes: number) => string;
}

/** What reads showed about one thing. Without a value it could not be found out, and the words say why. */
export interface Answer<P extends Probed = Probed> {
  readonly value?: NonNullable<StoreProbe[P]>;
  readonly words: string;
  /** Settings that follow from it. */
  readonly settings?: Values;
  /** What is wrong with a store that does so. */
  readonly problem?: string;
}

export const unknown = (why: string): Answer<never> => ({ words: `not found out: ${why}` });

export const noProducts = unknown('the store has no products');
