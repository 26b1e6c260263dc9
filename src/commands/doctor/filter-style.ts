import type { Query } from '../../client/request-url.ts';
import type { Examination } from './check.ts';
import { type Answer, noProducts, readRaw, recordsIn, unknown } from './reading.ts';

const styles = ['plain', 'bracket'] as const;
type Style = (typeof styles)[number];

const written = (style: Style, name: string): string => (style === 'plain' ? name : `filter[${name}]`);

/** Whether filters other than the search are plain or in brackets, which the API leaves open. Up to eight reads. */
export async function filterStyle(examination: Examination): Promise<Answer> {
  const count = examination.sample?.records.length ?? 0;
  if (count === 0) return noProducts;
  const limited: Style[] = [];
  for (const style of styles) if (await limits(examination, style, count)) limited.push(style);
  const limit: Query = count < 2 ? [] : limited.map((style) => [written(style, 'limit'), '1']);
  const effects = {
    plain: await filters(examination, 'plain', limit),
    bracket: await filters(examination, 'bracket', limit),
  };
  const filtered = styles.filter((style) => effects[style] === 'works');
  const [style, other] = filtered.filter((one) => limited.includes(one));
  if (other) return { value: 'either', words: 'both plain and in brackets' };
  if (style) {
    const words = style === 'plain' ? 'plain (limit=1)' : 'in brackets (filter[limit]=1)';
    return { value: style, words, settings: { SHOP_FILTER_STYLE: style } };
  }
  if (filtered.length > 0) {
    const words = 'the limit one way, other filters the other way';
    return { value: 'mixed', words, settings: { SHOP_FILTER_STYLE: 'both' } };
  }
  if (styles.every((one) => effects[one] === 'unclear')) return unknown('the answers contradict each other');
  return {
    value: 'ignored',
    words: 'none has an effect, apart from the search',
    problem: 'The store ignores filters and lists all products. Filter the results yourself.',
  };
}

/** Whether a limit has an effect; of one product alone it has none to see. */
async function limits(examination: Examination, style: Style, count: number): Promise<boolean> {
  const found = await recordsWith(examination, [[written(style, 'limit'), '1']]);
  return found !== undefined && (found === 1 || count < 2);
}

/** A filter that must find nothing, against one that must find something. */
async function filters(
  examination: Examination,
  style: Style,
  limit: Query,
): Promise<'works' | 'has no effect' | 'unclear'> {
  const stockFrom = (value: string): Promise<number | undefined> =>
    recordsWith(examination, [...limit, [written(style, 'stockFrom'), value]]);
  if ((await stockFrom('999999999')) !== 0) return 'has no effect';
  return (await stockFrom('-999999999')) === 0 ? 'unclear' : 'works';
}

/** How many products the store sends; undefined where it refuses the request. */
const recordsWith = async (examination: Examination, query: Query): Promise<number | undefined> =>
  recordsIn(await readRaw(examination, ['products'], query), 'products')?.length;
