import { isReadOnly } from './profiles.ts';
import type { Store } from './store.ts';
import type { Values } from './token.ts';
import { isYes } from './variables.ts';

/** Who says that every write is refused. */
export type ReadOnlySource =
  | 'the environment'
  | '.env'
  /** Nobody knows: the profiles cannot be read. */
  | { readonly fault: string }
  | {
      readonly profile: string;
      /** By its mark, and not by its settings alone. */
      readonly isMarked: boolean;
    };

/** Every source that says so: any of them is enough. @param store undefined where none is selected */
export const readOnlySources = (
  environment: Values,
  dotenv: Values,
  store: Store | undefined,
): readonly ReadOnlySource[] => [
  ...(isYes(environment.SHOP_READ_ONLY) ? (['the environment'] as const) : []),
  ...(isYes(dotenv.SHOP_READ_ONLY) ? (['.env'] as const) : []),
  ...(store?.kind === 'remote' && store.fault ? [{ fault: store.fault.message }] : []),
  ...(store?.kind === 'remote'
    ? store.profiles.filter(isReadOnly).map(({ name, readOnly }) => ({ profile: name, isMarked: readOnly }))
    : []),
];
