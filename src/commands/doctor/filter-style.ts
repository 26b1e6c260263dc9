import type { Query } from '../../client/request-url.ts';
import type { Examination } from './check.ts';
import { type Answer, noProducts, readRaw, recordsIn, unknown } from './reading.ts';

const styles = ['plain', 'bracket'] as const;
type Style = (typeof styles)[number];

/**
 * Whether filters other than the search are plain or in brackets, which the API leaves open: in each style a filter
 * that must find nothing and one that must find something, both with a limit of 1. Up to four reads.
 */
export async function filterStyle(examination: Examination): Promise<Answer> {
  if (!examination.sample?.records.length) return noProducts;
  const effects = { plain: await effectOf(examination, 'plain'), bracket: await effectOf(examination, 'bracket') };
  const all = Object.values(effects);
  const [style, other] = styles.filter((one) => effects[one] === 'works');
  if (other) return { value: 'either', words: 'both plain and in brackets' };
  if (style) {
    const words = style === 'plain' ? 'plain (limit=1)' : 'in brackets (filter[limit]=1)';
    return { value: style, words, settings: { SHOP_FILTER_STYLE: style } };
  }
  if (all.includes('works without the limit')) {
    const words = 'the limit one way, other filters the other way';
    return { value: 'mixed', words, settings: { SHOP_FILTER_STYLE: 'both' } };
  }
  if (all.every((effect) => effect === 'unclear')) return unknown('the answers contradict each other');
  return {
    value: 'ignored',
    words: 'none has an effect, apart from the search',
    problem: 'The store ignores filters and lists all products. Filter the results yourself.',
  };
}

async function effectOf(
  examination: Examination,
  style: Style,
): Promise<'works' | 'works without the limit' | 'has no effect' | 'unclear'> {
  const written = (name: string): string => (style === 'plain' ? name : `filter[${name}]`);
  const countFrom = async (stock: string): Promise<number | undefined> => {
    const query: Query = [
      [written('limit'), '1'],
      [written('stockFrom'), stock],
    ];
    return recordsIn(await readRaw(examination, ['products'], query), 'products')?.length;
  };
  if ((await countFrom('999999999')) !== 0) return 'has no effect';
  const found = await countFrom('-999999999');
  if (found === 0) return 'unclear';
  return found === 1 ? 'works' : 'works without the limit';
}
