import type { Session } from '../../cli/session.ts';
import { Cancelled } from '../../errors.ts';
import type { PeopleIndex } from '../../people/index/people-index.ts';
import { planLive } from '../../people/search/live-plan.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Paced } from '../shared/paced.ts';
import { aboutRecords } from './searched-text.ts';

/**
 * Says how much a live search reads, where that takes long, and asks whoever can be asked.
 * @throws Cancelled where the answer is no
 */
export async function confirmLive(session: Session, { reads }: Paced, index: PeopleIndex): Promise<void> {
  const { prompts, options, notice, storeLabel, context } = session;
  const plan = await planLive({ index, reads, clock: context.clock });
  if (plan === undefined) return;
  const records = aboutRecords(plan.records);
  const span = formatSpan(plan.milliseconds);
  if (options.yes || !prompts) return await notice(`--live reads ${records}, which takes about ${span}.`);
  const { askYesNo } = await import('../../input/prompts/prompts.ts');
  if (!(await askYesNo(prompts, `Read ${records} on ${storeLabel()}? That takes about ${span}.`)))
    throw new Cancelled('Cancelled. To search only what is already known, leave out --live.');
}
