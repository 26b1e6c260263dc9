/**
 * How the ceiling of a rate is known: not at all; by what went well before the first refusal, with many others under way or few, or of some that were
 * under way together; or by what the store took between two refusals, which may be less than it would have.
 */
export type Evidence = 'none' | 'one refusal' | 'first refusal' | 'some refusals' | 'at least' | 'measured';

/** A rate per second that was cut, and what came of it. */
interface CutRate {
  readonly perSecond: number;
  /** Where the store refuses. */
  readonly ceiling: number;
  readonly evidence: Evidence;
  /** Milliseconds since the cut. */
  readonly age: number;
  /** Answers since the cut. */
  readonly answered: number;
}

/** How near to the ceiling the rate stays. */
export const near = 0.98;
/** Each second without a refusal. */
const [searching, quickly, slowly] = [1.4, 1.1, 1.02];
/** At least so much more a second, or one of many processes that came out low would stay there. */
const least = 0.05;
/** From a cut until more than the ceiling is tried. */
const peace = 30_000;
/** A try costs one or two refusals: no more than that in so many answers. */
const fewestBetween = 80;
/** A guess need not be kept longer than for so many answers, or so many milliseconds. */
const [enough, longEnough] = [200, 10_000];
/** A refusal that is still the only one after so many answers was not about the rate, or about a higher one. */
const alone = 20;
/** From such a rate on it costs little to try without any. */
const quick = 8;

/** The rate for the next second, after one without a refusal; undefined when nothing should limit it any more. */
export function grown(rate: CutRate, isUsed: boolean): number | undefined {
  const { perSecond, ceiling, evidence } = rate;
  const isAlone = rate.answered >= alone;
  if (evidence === 'one refusal') return isAlone ? undefined : perSecond;
  if (evidence === 'first refusal' && isAlone && perSecond >= quick) return undefined;
  if (!isUsed) return perSecond;
  if (evidence === 'none' || (evidence === 'first refusal' && isAlone)) return perSecond * searching;
  if (evidence === 'at least') return perSecond * quickly;
  return perSecond < near * ceiling ? Math.min(perSecond * quickly, near * ceiling) : beyond(rate);
}

/** More than the ceiling, when that has been kept for long enough. */
function beyond({ perSecond, evidence, age, answered }: CutRate): number {
  if (evidence === 'some refusals') return answered >= enough || age >= longEnough ? perSecond * quickly : perSecond;
  return age >= peace && answered >= fewestBetween ? Math.max(perSecond * slowly, perSecond + least) : perSecond;
}
