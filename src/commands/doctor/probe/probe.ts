import { countOf } from '../../../client/pages.ts';
import { CliError } from '../../../errors.ts';
import { type Probed, type Profile, withProbe } from '../../../settings/profiles.ts';
import { changeProfiles } from '../../../settings/profiles-file.ts';
import { announcedLimits, inWords } from '../api.ts';
import { type Check, type Examination, type Finding, found, ok, warning } from '../check.ts';
import { type Answer, type Subject, unknown } from './reading.ts';

/** The check that asks the store one thing, and notes its answer under this name. */
export function asked<P extends Probed>(key: P, ask: (subject: Subject) => Promise<Answer<P>>): Check['check'] {
  return async (examination) => {
    const answer = await ask(subjectOf(examination)).catch(unlessLasting);
    const { value, settings, customer } = answer;
    if (value !== undefined) examination.probed = { ...examination.probed, [key]: value };
    examination.probedSettings = { ...examination.probedSettings, ...settings };
    examination.customer ??= customer;
    return findingOf(answer, profileOf(examination)?.probe?.[key]);
  };
}

/** A store that limits requests or breaks off says nothing about this question; a later one may be answered. */
function unlessLasting(error: unknown): Answer<never> {
  if (error instanceof CliError && error.kind !== 'interrupted') return unknown(error.message);
  throw error;
}

const subjectOf = (examination: Examination): Subject => ({
  connection: found(examination.connection),
  products: examination.sample?.records ?? [],
  count: countOf(examination.sample?.totals.numRows),
  customer: examination.customer,
  limits: announcedLimits(examination),
  randomHex: examination.session.context.randomHex,
});

const profileOf = ({ store }: Examination): Profile | undefined =>
  store?.kind === 'remote' ? store.profile : undefined;

/** The answer compared with the profile: new, changed or as before. */
function findingOf({ value, words, settings = {}, problem }: Answer, before: unknown): Finding {
  const details = { value: value ?? null, before: before ?? null, settings };
  const message = `${words}${differenceTo(before, value)}`;
  return problem === undefined ? ok(message, details) : warning(message, problem, details);
}

function differenceTo(before: unknown, value: unknown): string {
  const old = asText(before);
  const now = asText(value);
  if (old === undefined) return now === undefined ? '' : ' (new)';
  if (now === undefined) return ` (still: ${old})`;
  return old === now ? ' (as before)' : ` (was ${old})`;
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : JSON.stringify(value));

/** The limits that the store announces. A remaining count is not one, and differs each time. */
export async function announced({ limits }: Subject): Promise<Answer<'limits'>> {
  const all = Object.entries(limits).filter(([name]) => !/remaining|reset|retry-after|^ratelimit$/.test(name));
  const value = Object.fromEntries(all);
  return all.length === 0 ? unknown('the store announces none') : { value, words: inWords(value) };
}

/** Keeps the answers where the client finds them: its settings in those of the profile. */
export async function keep(examination: Examination): Promise<Finding> {
  const { context, options } = examination.session;
  const { probed = {}, probedSettings: settings = {} } = examination;
  const profile = profileOf(examination);
  const texts = Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join(' and ');
  const details = { profile: profile?.name ?? null, settings };
  if (profile === undefined) {
    const without = texts && `. To use these answers without one, set ${texts}`;
    return ok(`not saved: the store has no profile. To create one: shop-cli auth login${without}`, details);
  }
  if (options.dryRun) return ok(`not saved in ${profile.name} (--dry-run)${texts && `: ${texts}`}`, details);
  const answers = { at: context.clock.now().toISOString(), ...probed };
  await changeProfiles(context, ({ current, profiles }) => ({
    current,
    profiles: profiles.map((one) => (one.name === profile.name ? withProbe(one, answers, settings) : one)),
  }));
  return ok(`saved in the profile ${profile.name}${texts && `, which now sets ${texts}`}`, details);
}
