import type { Session } from '../../../cli/session.ts';
import { CliError } from '../../../errors.ts';
import { customer } from '../../../resources/customers.ts';
import { safe } from '../../../text/escape.ts';
import { formatCount } from '../../../text/numbers.ts';
import { cut, firstOf } from '../../../text/words.ts';
import { textOf } from '../../shared/delete.ts';
import type { Belonging } from './belongings.ts';
import { reasonOf } from './carry-out.ts';
import { type DataSubject, isFound } from './person.ts';
import { countsOf } from './steps.ts';

/** People whom a list names. */
const maxListed = 20;

/** People whom a question names. */
const maxNamed = 3;

/** Names what is to be deleted and what is kept, and asks: once, and once more about orders. */
export async function confirmed(session: Session, people: readonly DataSubject[], isSeveral: boolean): Promise<void> {
  const found = people.filter(isFound);
  const store = session.storeLabel();
  if (!session.options.quiet) await session.notice(isSeveral ? textOfAll(session, people) : textOfOne(store, people));
  for (const { id, all } of people)
    if (all instanceof CliError)
      await session.notice(safe`Customer ${id} cannot be read, so it is not erased. ${all.message}`);
  if (found.length === 0) return;
  const erased = found.flatMap(({ plan }) => plan.erased);
  const question = isSeveral
    ? safe`Erase ${countOf(found)} on ${store}: ${namesOf(session, found)}? ${countsOf(erased)} will be deleted.`
    : safe`Erase customer ${found[0]?.id ?? ''} on ${store}: ${countsOf(erased)}?`;
  await session.confirm(safe`${question} This cannot be undone.`);
  const orders = erased.filter(({ what: kind }) => kind === 'order').map(({ id }) => id);
  if (orders.length > 0)
    await session.confirm(safe`Delete the orders ${firstOf(orders)} too? Most shops must keep invoices.`);
}

const countOf = ({ length }: readonly DataSubject[]): string =>
  `${formatCount(length)} ${length === 1 ? 'customer' : 'customers'}`;

function namesOf(session: Session, people: readonly DataSubject[]): string {
  const more = people.length - maxNamed;
  const named = people.slice(0, maxNamed).map((person) => titleOf(session, person));
  return `${named.join(', ')}${more > 0 ? `, … and ${formatCount(more)} more` : ''}`;
}

/** `101 (Sanne de Wit, sanne@shop.example)` */
function titleOf(session: Session, { id, all }: DataSubject): string {
  if (all instanceof CliError || all.record === undefined) return id;
  const named = session.named(customer, all.record);
  const parts = [textOf(named, 'firstName', 'lastName'), textOf(named, 'emailAddress')].filter((part) => part !== '');
  return parts.length === 0 ? id : `${id} (${parts.map((part) => cut(part, maxName)).join(', ')})`;
}

/** Keeps a long name from pushing the others off the screen. */
const maxName = 60;

function textOfOne(store: string, [person]: readonly DataSubject[]): string {
  const { erased, kept } = person?.plan ?? { erased: [], kept: [] };
  if (erased.length + kept.length === 0) return '';
  return [
    safe`To be deleted on ${store}:`,
    ...erased.map((one) => safe`  ${lineOf(one)}`),
    ...(kept.length === 0 ? [] : ['Kept:', ...kept.map((one) => safe`  ${lineOf(one)}: ${reasonOf(one)}`)]),
  ].join('\n');
}

const lineOf = ({ what, id, name }: Belonging): string => `${what} ${id}${name && ` (${name})`}`;

/** The first people with what there is of each, what is kept, and IDs of which there is nothing. */
function textOfAll(session: Session, people: readonly DataSubject[]): string {
  const found = people.filter(isFound);
  const kept = found.flatMap(({ plan }) => plan.kept);
  const missing = people.filter((person) => !isFound(person) && !(person.all instanceof CliError));
  const more = found.length - maxListed;
  const lines = found.slice(0, maxListed).map((person) => {
    const { erased, kept } = person.plan;
    const stays = kept.length === 0 ? '' : `; kept: ${countsOf(kept)}`;
    return safe`  ${titleOf(session, person)}: ${countsOf(erased) || 'nothing'}${stays}`;
  });
  return [
    found.length === 0 ? [] : [safe`To be erased on ${session.storeLabel()}:`, ...lines],
    more > 0 ? `  … and ${formatCount(more)} more` : [],
    kept.length === 0 ? [] : `Kept: ${countsOf(kept)}, with the name and addresses.`,
    missing.length === 0 ? [] : safe`No customer, address or basket: ${firstOf(missing.map(({ id }) => id))}.`,
  ]
    .flat()
    .join('\n');
}
