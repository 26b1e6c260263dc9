import type { Query } from '../../../client/request-url.ts';
import { type Answer, noProducts, readRaw, recordsIn, type Subject, unknown } from './reading.ts';

type Style = 'plain' | 'bracket';
const styles: readonly Style[] = ['plain', 'bracket'];

const written = (style: Style, name: string): string => (style === 'plain' ? name : `filter[${name}]`);

/** What a store does with a parameter: what it says, nothing, or refuses the request. */
type Effect = 'works' | 'ignored' | 'refused';

/** More than any product has in stock, and less. */
const everything = '-999999999';
const nothing = '999999999';

/** Whether filters other than the search are plain or in brackets, which the API leaves open. Six reads. */
export async function probeFilters(subject: Subject): Promise<Answer<'filters'>> {
  if (subject.products.length === 0) return noProducts;
  const limits = { plain: await limitEffect(subject, 'plain'), bracket: await limitEffect(subject, 'bracket') };
  const limit = styles
    .filter((style) => limits[style] === 'works')
    .map((style) => [written(style, 'limit'), '1'] as const);
  const filters = {
    plain: await filterEffect(subject, 'plain', limit),
    bracket: await filterEffect(subject, 'bracket', limit),
  };
  return conclusion(limits, filters);
}

type Effects = Readonly<Record<Style, Effect | undefined>>;

/** What follows from how each style works: for the limit, where there is more than one product, and for another filter. */
function conclusion(limits: Effects, filters: Effects): Answer<'filters'> {
  const works = (style: Style): boolean => filters[style] === 'works' && (limits[style] ?? 'works') === 'works';
  const [plain, bracket] = styles.map(works);
  if (plain && bracket) return { value: 'either', words: 'both plain and in brackets' };
  if (plain) return only('plain', filters.bracket ?? limits.bracket);
  if (bracket) return only('bracket', filters.plain ?? limits.plain);
  if (styles.every((style) => filters[style] === undefined)) return unknown('the answers contradict each other');
  if (styles.some((style) => filters[style] === 'works')) {
    return {
      value: 'mixed',
      words: 'the limit one way, other filters the other way',
      settings: { SHOP_FILTER_STYLE: 'both' },
    };
  }
  return {
    value: 'ignored',
    words: 'none has an effect, apart from the search',
    problem: 'The store ignores filters and lists all products. Filter the results yourself.',
  };
}

const only = (style: Style, other: Effect | undefined): Answer<'filters'> => ({
  value: style,
  words: `${style === 'plain' ? 'plain (limit=1)' : 'in brackets (filter[limit]=1)'}; the other way is ${other ?? 'not known'}`,
  settings: { SHOP_FILTER_STYLE: style },
});

/** Undefined where the store has one product alone. */
async function limitEffect({ connection, products }: Subject, style: Style): Promise<Effect | undefined> {
  const records = recordsIn(await readRaw(connection, ['products'], [[written(style, 'limit'), '1']]), 'products');
  if (records === undefined) return 'refused';
  if (products.length < 2) return undefined;
  return records.length === 1 ? 'works' : 'ignored';
}

/** A filter that must find nothing, against one that must find something. Undefined for a store that says otherwise. */
async function filterEffect({ connection }: Subject, style: Style, limit: Query): Promise<Effect | undefined> {
  const stockFrom = async (value: string): Promise<number | undefined> => {
    const query: Query = [...limit, [written(style, 'stockFrom'), value]];
    return recordsIn(await readRaw(connection, ['products'], query), 'products')?.length;
  };
  const none = await stockFrom(nothing);
  if (none === undefined) return 'refused';
  if (none > 0) return 'ignored';
  return (await stockFrom(everything)) === 0 ? undefined : 'works';
}
