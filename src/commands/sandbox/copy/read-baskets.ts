import { listBaskets } from '../../../client/endpoints/baskets.ts';
import { emptyBehindEnd, type Page } from '../../../client/pages.ts';
import { CliError } from '../../../errors.ts';
import { type Basket, type BasketLine, basketLine } from '../../../resources/baskets.ts';
import { countKind, flagKind, moneyKind } from '../../../resources/kinds.ts';
import { basketKeyKind, upridKind } from '../../../resources/shop-kinds.ts';
import type { CopiedBasket, CopiedLine } from '../../../sandbox/copy/records.ts';
import { formatMoney } from '../../../text/money.ts';
import { afterPage, beginning } from './next.ts';
import { storable } from './product.ts';
import { type Copying, isBehindLast, readPages } from './read-pages.ts';

/** The baskets, where the store lists them. */
export async function readBaskets(copying: Copying): Promise<void> {
  const { copy, notice, withBaskets } = copying;
  let [left, without] = [0, ''];
  if (withBaskets)
    await readPages<Basket>(copying, {
      fetch: async (limit, offset) => {
        const page = await basketPage(copying, limit, offset);
        if (!('why' in page)) return page;
        without = page.why;
        return { totals: {}, records: [] };
      },
      write(records, facts) {
        const baskets = records.flatMap((basket) => copiedBasket(basket) ?? []);
        left += records.length - baskets.length;
        copy.addBaskets(baskets, ({ fresh, withoutProduct }) => ({
          ...afterPage(copy.progress, facts(fresh + records.length - baskets.length)),
          withoutProduct: copy.progress.withoutProduct + withoutProduct,
        }));
      },
    });
  if (without !== '') await notice(`Left out the baskets: ${without}`);
  if (left > 0) await notice(`Left out ${left} baskets: the list of the store does not show their products.`);
  if (copy.progress.withoutProduct > 0)
    await notice(`Left out ${copy.progress.withoutProduct} basket lines of products that are not in the copy.`);
  copy.advance(beginning(copy.progress, 'done'));
}

/** A page of baskets, or why there is none: a store, or its token, may have no such list, and it may be of any shape. */
async function basketPage(
  { reader, copy }: Copying,
  limit: number,
  offset: number,
): Promise<Page<Basket> | { readonly why: string }> {
  return await reader.read(() =>
    listBaskets(reader.connection, limit, offset)
      .catch((error) => emptyBehindEnd<Basket>(error, isBehindLast(copy.progress)))
      .catch((error: unknown) => {
        if (offset === 0 && error instanceof CliError && isLasting(error)) return { why: whyNoBaskets(error) };
        throw error;
      }),
  );
}

const isLasting = ({ kind, status = 0 }: CliError): boolean =>
  (kind === 'refused' && status < 300) || [403, 404, 405, 410, 501].includes(status);

const whyNoBaskets = ({ status = 0, message }: CliError): string =>
  status < 300 ? message : `the store does not list them (${status}).`;

/**
 * A basket with its products, and nothing else: no customer, no addresses, no coupon, no VAT number. Undefined where the
 * list does not show its key and products.
 */
function copiedBasket(basket: Basket): CopiedBasket | undefined {
  const basketKey = basketKeyKind.typed(String(basket.basketKey ?? ''));
  if (basketKey === undefined || !basket.products) return undefined;
  return {
    basketKey: basketKey.toUpperCase(),
    dateCreated: storable(String(basket.dateCreated ?? '')),
    lastModified: typeof basket.lastModified === 'string' ? storable(basket.lastModified) : null,
    lines: basket.products.flatMap(linesOf),
  };
}

function linesOf(received: unknown): readonly CopiedLine[] {
  const checked = basketLine.check(received);
  if (!checked.ok) return [];
  const line: BasketLine = checked.value;
  const quantity = Math.max(1, countKind.wire(line.quantity) ?? 1);
  if (line.isCustom === true || flagKind.wire(line.isCustom) === 1) {
    const price = moneyKind.wire(line.price);
    return [{ title: customTitle, price: price ? formatMoney(price) : '0', quantity }];
  }
  const uprid = upridKind.wire(line.uprid) ?? upridKind.wire(line.productId);
  return uprid === undefined ? [] : [{ uprid, quantity }];
}

/** The title of a custom product is free text: "Engraving: for Anna". */
const customTitle = 'Custom product';
