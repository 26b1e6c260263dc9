import { countOf } from '../../../client/pages.ts';
import { CliError } from '../../../errors.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { type Probed, type Profile, type StoreProbe, withProbe } from '../../../settings/profiles.ts';
import { changeProfiles } from '../../../settings/profiles-file.ts';
import type { Values } from '../../../settings/variables.ts';
import {
  announcedLimits,
  type Check,
  type Examination,
  type Finding,
  found,
  ok,
  type Probing,
  warning,
} from '../check.ts';
import { probeFilters } from './filters.ts';
import { probeCase, probeMissing, probePageCap, probeProductPath } from './products.ts';
import { type Answer, readRaw, recordsIn, type Subject, shapeOf, unknown } from './reading.ts';

/** What `--probe` finds out by about fifteen more reads, and keeps in the profile of the store. */
export const probeChecks: readonly Check[] = [
  probe('filter style', 'filters', probeFilters),
  probe('page cap', 'pageCap', probePageCap),
  probe('list of products', 'productList', probeProductList),
  probe('list of baskets', 'basketList', async (subject, probing) => {
    const { answer, customer } = await probeBasketList(subject);
    probing.customer = customer;
    return answer;
  }),
  probe('list of addresses', 'addressList', (subject, { customer }) => probeAddressList(subject, customer)),
  probe('SKU in other case', 'searchFoldsCase', probeCase),
  probe('ID or SKU', 'productPath', probeProductPath),
  probe('missing product', 'missingProduct', probeMissing),
  probe('announced limits', 'limits', limitsAnswer),
  { group: 'Probe', name: 'profile', needs: ['access'], run: keep },
];

function probe<P extends Probed>(
  name: string,
  key: P,
  ask: (subject: Subject, probing: Probing, examination: Examination) => Promise<Answer<P>>,
): Check {
  return {
    ...{ group: 'Probe', name, needs: ['access'] },
    async run(examination) {
      examination.probing ??= { found: {}, settings: {} };
      const { probing } = examination;
      const answer = await ask(subjectOf(examination), probing, examination).catch(unlessLasting);
      if (answer.value !== undefined) probing.found = { ...probing.found, [key]: answer.value };
      probing.settings = { ...probing.settings, ...answer.settings };
      return findingOf(answer, profileOf(examination)?.probe?.[key]);
    },
  };
}

/** A store that limits requests or breaks off says nothing about this question; a later one may be answered. */
function unlessLasting(error: unknown): Answer<never> {
  if (error instanceof CliError && error.kind !== 'interrupted') return unknown(error.message);
  throw error;
}

const subjectOf = ({ connection, sample, session }: Examination): Subject => ({
  connection: found(connection),
  products: sample?.records ?? [],
  count: countOf(sample?.totals.numRows),
  randomHex: session.context.randomHex,
});

const profileOf = ({ store }: Examination): Profile | undefined =>
  store?.kind === 'remote' ? store.profile : undefined;

/** The answer compared with the profile: new, changed or as before. */
function findingOf({ value, words, settings, problem }: Answer, before: unknown): Finding {
  const details = { value: value ?? null, before: before ?? null, settings: settings ?? {} };
  const message = `${words}${differenceTo(before, value)}`;
  return problem === undefined ? ok(message, details) : warning(message, problem, details);
}

function differenceTo(before: unknown, value: unknown): string {
  const [old, now] = [before, value].map((one) => (typeof one === 'object' ? JSON.stringify(one) : one));
  if (old === undefined) return value === undefined ? '' : ' (new)';
  if (now === undefined) return ` (still: ${old})`;
  return old === now ? ' (as before)' : ` (was ${old})`;
}

/** A remaining count is not a limit, and differs each time. */
async function limitsAnswer(_: Subject, __: Probing, examination: Examination): Promise<Answer<'limits'>> {
  const { headers = {}, session } = examination;
  const all = announcedLimits(headers, (text) => session.context.secrets.removeFrom(text));
  const limits = Object.fromEntries(
    Object.entries(all).filter(([name]) => !/remaining|reset|retry-after|^ratelimit$/.test(name)),
  );
  const texts = Object.entries(limits).map(([name, value]) => `${name}: ${value}`);
  return texts.length === 0 ? unknown('the store announces none') : { value: limits, words: texts.join(', ') };
}

/** Keeps the answers where the client finds them: its settings in those of the profile. */
async function keep(examination: Examination): Promise<Finding> {
  const { session, probing } = examination;
  const profile = profileOf(examination);
  const settings = found(probing).settings;
  const texts = settingTexts(settings);
  const details = { profile: profile?.name ?? null, settings };
  if (profile === undefined)
    return ok(
      `not saved: the store has no profile. To create one: shop-cli auth login${texts === '' ? '' : `. To use these answers without one, set ${texts}`}`,
      details,
    );
  if (session.options.dryRun)
    return ok(`not saved in ${profile.name} (--dry-run)${texts === '' ? '' : `: ${texts}`}`, details);
  const answers: StoreProbe = { at: session.context.clock.now().toISOString(), ...found(probing).found };
  await changeProfiles(session.context, ({ current, profiles }) => ({
    current,
    profiles: profiles.map((one) => (one.name === profile.name ? withProbe(one, answers, settings) : one)),
  }));
  return ok(`saved in the profile ${profile.name}${texts === '' ? '' : `, which now sets ${texts}`}`, details);
}

const settingTexts = (settings: Values): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ');

/** The shape of lists: the API documents only that of products. One read each. */
async function probeProductList({ connection }: Subject): Promise<Answer<'productList'>> {
  const query = [
    ...(connection.filterStyle === 'bracket' ? [] : [['limit', '1'] as const]),
    ...(connection.filterStyle === 'plain' ? [] : [['filter[limit]', '1'] as const]),
  ];
  return shapeAnswer(shapeOf(await readRaw(connection, ['products'], query), 'products'));
}

interface BasketAnswer {
  readonly answer: Answer<'basketList'>;
  /** A customer of one of them. */
  readonly customer: string | undefined;
}

async function probeBasketList({ connection }: Subject): Promise<BasketAnswer> {
  const read = await readRaw(connection, ['baskets']);
  const shape = shapeOf(read, 'baskets');
  const customer = (recordsIn(read, 'baskets') ?? []).map(customerOf).find((id) => id !== undefined);
  return { answer: shapeAnswer(shape), customer };
}

const customerOf = ({ customerId }: StoreRecord): string | undefined =>
  /^[1-9]\d*$/.test(String(customerId)) ? String(customerId) : undefined;

async function probeAddressList({ connection }: Subject, customer: string | undefined): Promise<Answer<'addressList'>> {
  if (customer === undefined) return unknown('no basket names a customer');
  return shapeAnswer(shapeOf(await readRaw(connection, ['customers', customer, 'addresses']), 'addresses'));
}

function shapeAnswer(shape: string | undefined): Pick<Answer<'productList'>, 'value' | 'words'> {
  if (shape === undefined) return unknown('the reply is no list');
  const words = { array: 'a bare array', nested: 'in an object of an object' }[shape] ?? `in the field ${shape}`;
  return { value: shape, words };
}
