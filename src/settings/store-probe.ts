import type { Profile } from './profiles.ts';
import type { Values } from './variables.ts';

/** What `doctor --probe` found out. Unknown answers are absent. */
export interface StoreProbe {
  /** When, in ISO 8601. */
  readonly at?: string;
  /** How filters are taken; `either` way, or the limit one way and other filters the other (`mixed`). */
  readonly filters?: 'plain' | 'bracket' | 'either' | 'mixed' | 'ignored';
  /** Products on the largest page: the limit of the store, or 500, the number that was requested. */
  readonly pageCap?: number;
  /** What lists are: `array`, the field that the records are in, or `nested` for one that is deeper. */
  readonly productList?: string;
  readonly basketList?: string;
  readonly addressList?: string;
  /** Whether a search for an SKU also finds it in other case. */
  readonly searchFoldsCase?: boolean;
  /** Which product a path finds that is the ID of one and the SKU of another; `id only` if SKUs find nothing. */
  readonly productPath?: 'id' | 'sku' | 'id only' | 'id or sku';
  /** The answer for a product that does not exist: a status, or `empty` for one of 2xx without a product. */
  readonly missingProduct?: number | 'empty' | 'another product';
  /** Headers that announce a limit. */
  readonly limits?: Readonly<Record<string, string>>;
}

export type Probed = Exclude<keyof StoreProbe, 'at'>;

/** The profile with what was found out. What was found out before and not now stays. */
export const withProbe = (profile: Profile, probe: StoreProbe, settings: Values): Profile => ({
  ...profile,
  ...(Object.keys(settings).length === 0 ? {} : { settings: { ...profile.settings, ...settings } }),
  probe: { ...profile.probe, ...probe },
});
