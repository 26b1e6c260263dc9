import type { Kind } from '../../../resources/kind.ts';

/** A heading behind whose name a unit is, by the kind of its field. In the form of `looseHeading`. */
const units: Readonly<Record<string, readonly RegExp[]>> = {
  // `priceeur`, `prijsineur`, `prijseurexclbtw`; `prijsperstuk`, `preisprostuckexklmwst`, `priceeach`.
  money: [
    /(?:in)?(?:euros?|eur|usd|gbp|chf|sek|nok|dkk|pln|czk|huf|ron|bgn|zł|zl|kc|kr)(?=$|per|pro|ex|in|net|brut|gross|with|ohne|zzgl)/u,
    /(?:per|pro)(?:stuks?|stuck|stk?|pieces?|pcs?|units?|items?|artikel|eenheid|einheit)(?=$|ex|in|net|brut|gross|with|ohne|zzgl)/,
    // A sign of a currency is not part of a loose heading: `Prijs in €`.
    /in$/,
    // Not `Price unit`, which says for how many pieces the price is.
    /(?:each|ea|stuks?|stuck|stk|pieces?|pcs?)$/,
  ],
  count: [/(?:in)?(?:stuks?|stuck|stk?|pieces?|pcs?|units|eenheden|einheiten)$/],
  percent: [/(?:in)?(?:percent|percentage|procent|prozent|perc|pct)$/],
};

/** A loose heading without the currency or unit behind its name: that of a price, a number or a percentage. */
export function withoutUnit(heading: string, { name }: Pick<Kind<unknown>, 'name'>): string {
  let bare = heading;
  for (const unit of units[name] ?? []) bare = bare.replace(unit, '');
  return bare;
}
