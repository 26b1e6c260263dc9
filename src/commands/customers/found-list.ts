import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { traitsOf } from '../../output/formats.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import { recordOf } from '../../people/found.ts';
import type { PersonId } from '../../people/people-index.ts';
import type { Person } from '../../people/person.ts';
import { foundPerson } from '../../resources/found-person.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { inNumber } from '../../text/numbers.ts';
import { noticeHiddenColumns } from '../shared/list.ts';
import { foundLines } from './found-lines.ts';

interface FoundFrom {
  /** A person with the orders that were found since. */
  readonly whole: (person: Person) => Promise<Person>;
  /** Who is to be shown first. */
  readonly first: () => readonly PersonId[];
}

/**
 * Shows people at the end, when all of their orders are known: a card, a table or a document. Beside a card or a table there is
 * a line for each on stderr if it takes long. CSV and NDJSON, in which each record is complete without the others, do not wait
 * for what takes long once all orders are known; IDs alone are printed as they are found.
 */
export class ShownPeople {
  readonly isTable: boolean;
  readonly #session: Session;
  readonly #from: FoundFrom;
  readonly #writer: ReturnType<Session['list']> | undefined;
  readonly #lines: ReturnType<typeof foundLines>;
  readonly #limit: number;
  readonly #guests: string[] = [];
  #held: Person[] = [];
  #customers = 0;
  #printed = 0;
  /** Whether each person is printed as he is found. */
  #isStream = false;

  /** @param limit how many are printed at most: those who come first, where they are not printed as they are found */
  constructor(session: Session, from: FoundFrom, limit = Number.POSITIVE_INFINITY) {
    this.isTable = session.settings.output === 'table' && session.options.quiet !== true;
    this.#session = session;
    this.#from = from;
    this.#limit = limit;
    this.#writer = this.isTable ? undefined : session.list(foundPerson);
    this.#lines = foundLines(session);
  }

  readonly add = async (person: Person): Promise<void> => {
    const record = recordOf(person);
    if (person.customer) this.#customers++;
    else this.#guests.push(String(record.lastOrderId));
    if (this.#session.options.quiet !== true) this.#held.push(person);
    else if (person.customer) await this.#writer?.add(this.#limited([record]));
    if (this.isTable) await this.#lines.add(record);
    if (this.#isStream) await this.#printHeld();
  };

  /** Before something is read that takes long. All orders of those who were found are known. */
  readonly showKnown = async (): Promise<void> => {
    const { settings, options } = this.#session;
    this.#isStream = options.quiet !== true && traitsOf(settings.output).isByLine === true;
    if (this.#isStream) await this.#printHeld();
  };

  /** How many were found, and not printed. */
  get leftOut(): number {
    const { quiet } = this.#session.options;
    return this.#customers + (quiet === true ? 0 : this.#guests.length) - this.#printed;
  }

  /** Adds the orders that were found since. */
  async complete(): Promise<void> {
    this.#held = await completed(this.#held, this.#from.whole);
  }

  async end(): Promise<void> {
    this.#lines.stop();
    const records = this.#limited(recordsOf(this.#held.splice(0), this.#from.first()));
    if (this.#writer) {
      if (records.length > 0) await this.#writer.add(records);
      return void (this.#customers + this.#guests.length > 0 && (await this.#writer.end()));
    }
    const [only] = records;
    if (records.length === 1 && only) return await this.#session.show(foundPerson, only);
    if (records.length === 0) return;
    const { hiddenColumns } = await this.#session.showList(foundPerson, records);
    await noticeHiddenColumns(this.#session.notice, hiddenColumns);
  }

  /** @throws CliError `not-found` where IDs of customers are wanted, and only guests were found */
  async refuseGuestsAlone(): Promise<void> {
    const { options, notice } = this.#session;
    if (options.quiet !== true || this.#guests.length === 0) return;
    const orders = `${inNumber('{order|orders}', this.#guests.length)} ${this.#guests.join(', ')}`;
    if (this.#customers > 0) return await notice(`Also found guests, who have no customer ID: ${orders}.`);
    throw new CliError('not-found', `Only guests were found, who have no customer ID: ${orders}.`);
  }

  #limited(records: readonly StoreRecord[]): readonly StoreRecord[] {
    const some = records.slice(0, this.#limit - this.#printed);
    this.#printed += some.length;
    return some;
  }

  /** Those who cannot be completed stay, to be printed at the end. */
  async #printHeld(): Promise<void> {
    const people = this.#held.splice(0);
    if (people.length === 0) return;
    try {
      const whole = await completed(people, this.#from.whole);
      await this.#writer?.add(this.#limited(recordsOf(whole, this.#from.first())));
    } catch (error) {
      this.#held.push(...people);
      throw error;
    }
  }
}

async function completed(people: readonly Person[], whole: (person: Person) => Promise<Person>): Promise<Person[]> {
  const complete: Person[] = [];
  for (let at = 0; at < people.length; at += maxAtOnce)
    complete.push(...(await Promise.all(people.slice(at, at + maxAtOnce).map(whole))));
  return complete;
}

/**
 * Whose order was searched comes first, then who is to be first, then who ordered last: that person is the likely
 * caller.
 */
function recordsOf(people: readonly Person[], first: readonly PersonId[]): readonly StoreRecord[] {
  const names = new Set(first.map((id) => ('customerId' in id ? `customer ${id.customerId}` : `order ${id.orderId}`)));
  const records = people.map(recordOf).map((record) => ({ record, isFirst: names.has(nameOf(record)) }));
  return records.sort(byPlaceAndOrder).map(({ record }) => record);
}

const nameOf = ({ customerId, lastOrderId }: StoreRecord): string =>
  customerId === null ? `order ${lastOrderId}` : `customer ${customerId}`;

interface PlacedPerson {
  readonly record: StoreRecord;
  readonly isFirst: boolean;
}

function byPlaceAndOrder(left: PlacedPerson, right: PlacedPerson): number {
  const rank = ({ record, isFirst }: PlacedPerson): number =>
    2 * Number(record.foundOrderId !== null) + Number(isFirst);
  if (rank(left) !== rank(right)) return rank(right) - rank(left);
  const one = String(left.record.lastOrderDate ?? '');
  const other = String(right.record.lastOrderDate ?? '');
  return one === other ? 0 : one < other ? 1 : -1;
}
