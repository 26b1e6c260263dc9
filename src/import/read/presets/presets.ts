import { looseHeading } from '../columns/headings.ts';
import { magento } from './magento.ts';
import type { Preset } from './preset.ts';
import { prestashop } from './prestashop.ts';
import { shopify } from './shopify.ts';
import { woocommerce } from './woocommerce.ts';

export const presets = { shopify, woocommerce, prestashop, magento } as const satisfies Readonly<
  Record<string, Preset>
>;
export type PresetName = keyof typeof presets;

export const presetNames = Object.keys(presets) as readonly PresetName[];

/** The preset of a header; undefined if none matches. */
export function presetOf(header: readonly string[]): Preset | undefined {
  const has = new Set(header.map(looseHeading));
  return Object.values(presets).find(({ signs }) => signs.some((sign) => sign.every((heading) => has.has(heading))));
}
