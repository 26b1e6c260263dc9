import { listBaskets } from '../../../client/endpoints/baskets.ts';
import { listProducts } from '../../../client/endpoints/products.ts';
import { emptyBehindEnd, type Page } from '../../../client/pages.ts';
import { CliError } from '../../../errors.ts';
import { type Basket, type BasketLine, basketLine } from '../../../resources/baskets.ts';
import { countKind, flagKind, moneyKind } from '../../../resources/kinds.ts';
import type { Product } from '../../../resources/products.ts';
import { basketKeyKind, upridKind } from '../../../resources/shop-kinds.ts';
import type { CopiedBasket, CopiedLine, CopiedProduct } from '../../../sandbox/copy/records.ts';
import type { CopyProgress } from '../../../sandbox/storage/copy-progress.ts';
import { formatMoney } from '../../../text/money.ts';
import { copiedProduct, storable } from './product.ts';
import { afterPage, afterPass, beginning, type Copying, isBehindLast, maxPasses, readPages } from './read-pages.ts';

/** Reads the lists of the store, from where the copy is, to their end. @throws CliError; Stopped when interrupted */
export async function readLists(copying: Copying): Promise<void> {
  const { copy } = copying;
  while (copy.progress.list === 'products') await readProducts(copying);
  if (copy.progress.list === 'main') await readMainProducts(copying);
  if (copy.progress.list === 'baskets') await readBaskets(copying);
}

/** The full list, once; and what follows of how its pages fitted together. */
async function readProducts(copying: Copying): Promise<void> {
  const { copy, notice } = copying;
  await readPages(copying, {
    fetch: (limit, offset) => productPage(copying, limit, offset),
    write(records, facts) {
      const products = copiedProducts(records);
      copy.addProducts(products, ({ fresh, twice, added, changed }) => {
        const { progress } = copy;
        const withoutId = records.length - products.length;
        const next = afterPage(progress, facts(fresh + withoutId, twice));
        return next === progress
          ? progress
          : {
              ...next,
              ...(progress.pass === 1 ? {} : { added: progress.added + added, changed: progress.changed + changed }),
              withoutId: progress.withoutId + withoutId,
            };
      });
    },
  });
  const [seen, { progress }] = [copy.seen(), copy];
  const verdict = afterPass(progress, seen);
  if (verdict === 'again') {
    await notice(
      `The store changed while it was copied: reading its products again (${progress.pass + 1} of at most ${maxPasses}).`,
    );
    return copy.advance(beginning(progress, 'products', progress.pass + 1));
  }
  if (verdict === 'unsettled')
    await notice('Warning: the store kept changing. The copy may miss new products, and contain deleted ones.');
  await noticePass(progress, seen.records, verdict === 'settled' ? seen.unseen : 0, notice);
  copy.advance(beginning(progress, seen.hasOptions ? 'main' : 'baskets'), { dropsUnseen: verdict === 'settled' });
}

async function noticePass(
  { pass, added, changed, twice, count, withoutId }: CopyProgress,
  records: number,
  removed: number,
  notice: Copying['notice'],
): Promise<void> {
  if (pass > 1) await notice(`Since the first reading: ${added} added, ${changed} changed, ${removed} removed.`);
  if (twice > 0) await notice(`The store listed ${twice} records twice. The copy has each once.`);
  if (withoutId > 0) await notice(`Skipped ${withoutId} products without a numeric ID.`);
  if (count !== null && count !== records + withoutId)
    await notice(`The store counts ${count} records, but lists ${records + withoutId}. The copy has those.`);
}

/** The records of products with options, which the full list may show only once per option. */
async function readMainProducts(copying: Copying): Promise<void> {
  const { copy, notice } = copying;
  let isIgnored = false;
  await readPages(copying, {
    fetch: async (limit, offset) => {
      const page = await productPage(copying, limit, offset, { only_main_products: 'true' });
      isIgnored = copiedProducts(page.records).some(({ isMain }) => !isMain);
      return isIgnored ? { ...page, records: [] } : page;
    },
    write(records, facts) {
      const products = copiedProducts(records);
      copy.addMainProducts(products, (fresh) =>
        afterPage(copy.progress, facts(fresh + records.length - products.length)),
      );
    },
  });
  if (isIgnored) await notice('The store listed options instead of main products. The copy lists main products.');
  copy.advance(beginning(copy.progress, 'baskets'));
}

/** Some stores refuse an offset behind the last record. */
function productPage(
  { copy, reader: { connection, read } }: Copying,
  limit: number,
  offset: number,
  filters: { readonly only_main_products?: string } = {},
): Promise<Page<Product>> {
  const { language } = copy.progress;
  const paging = { limit: String(limit), offset: String(offset) };
  const languages = language === '' ? {} : { language };
  return read(() =>
    listProducts(connection, { ...filters, ...paging }, languages).catch((error) =>
      emptyBehindEnd(error, isBehindLast(copy.progress)),
    ),
  );
}

const copiedProducts = (records: readonly Product[]): readonly CopiedProduct[] =>
  records.flatMap((record) => copiedProduct(record) ?? []);

/** The baskets, where the store lists them. */
async function readBaskets(copying: Copying): Promise<void> {
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
  if (without !== '') await notice(`Skipped the baskets: ${without}`);
  if (left > 0) await notice(`Skipped ${left} baskets: the list of the store does not show their products.`);
  if (copy.progress.withoutProduct > 0)
    await notice(`Skipped ${copy.progress.withoutProduct} basket lines of products that are not in the copy.`);
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
