import { listProducts } from '../../../client/endpoints/products.ts';
import { emptyBehindEnd, type Page } from '../../../client/pages.ts';
import type { Product } from '../../../resources/products.ts';
import type { CopiedProduct } from '../../../sandbox/copy/records.ts';
import type { CopyProgress } from '../../../sandbox/storage/copy-progress.ts';
import { afterPage, afterPass, beginning, maxPasses } from './next.ts';
import { copiedProduct } from './product.ts';
import { readBaskets } from './read-baskets.ts';
import { type Copying, isBehindLast, readPages } from './read-pages.ts';

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
    await notice('Warning: the store kept changing. Products may be missing in the copy, or in it but deleted since.');
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
  if (twice > 0) await notice(`${twice} records came twice. The copy has each once.`);
  if (withoutId > 0) await notice(`Left out ${withoutId} products without a numeric ID.`);
  if (count !== null && count !== records + withoutId)
    await notice(`The store counts ${count} records, but shows ${records + withoutId}. The copy has those.`);
}

/** The records of products with options, which the full list may show by option alone. */
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
  if (isIgnored) await notice('The store lists options where main products were asked for. The copy lists its own.');
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
