import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { traitsOf } from '../../output/formats.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import type { InCity, Person } from '../../people/index/person.ts';
import { hasChanged, recordOf } from '../../people/search/found.ts';
import { foundPerson } from '../../resources/found-person.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { inNumber } from '../../text/numbers.ts';
import { noticeHiddenColumns } from '../shared/list.ts';
import { foundLines } from './found-lines.ts';

/**
 * Shows people at the end, when all of their orders are known: a card, a table or a document. Beside a card or a table there is
 * a line for each on stderr if it takes long. CSV and NDJSON, in which each record is complete without the others, do not wait
 * for what takes long once all orders are known; IDs alone are printed as they are found.
 */
export class ShownPeople {
  readonly isTable: boolean;
  readonly #session: Session;
  readonly #whole: (person: Person) => Promise<Person>;
  readonly #writer: ReturnType<Session['list']> | undefined;
  readonly #lines: ReturnType<typeof foundLines>;
  readonly #limit: number;
  readonly #guests: string[] = [];
  #held: Person[] = [];
  /** How many of those who were printed live in the city that was searched, or are known to have been there. */
  readonly inCity: Record<InCity, number> = { lives: 0, known: 0, no: 0 };
  /** How many had what was searched when last read. */
  former = 0;
  #customers = 0;
  #printed = 0;
  /** Whether each person is printed as he is found. */
  #isStream = false;

  /**
   * @param whole a person with the orders that were found since
   * @param limit how many are printed at most: those who come first, where they are not printed as they are found
   */
  constructor(session: Session, whole: (person: Person) => Promise<Person>, limit = Number.POSITIVE_INFINITY) {
    this.isTable = session.settings.output === 'table' && session.options.quiet !== true;
    this.#session = session;
    this.#whole = whole;
    this.#limit = limit;
    this.#writer = this.isTable ? undefined : session.list(foundPerson);
    this.#lines = foundLines(session);
  }

  readonly add = async (person: Person): Promise<void> => {
    const record = recordOf(person);
    if (hasChanged(person)) this.former++;
    if (person.customer) this.#customers++;
    else this.#guests.push(String(record.lastOrderId));
    if (this.#session.options.quiet !== true) this.#held.push(person);
    else if (person.customer) await this.#writer?.add(this.#limited([person]));
    if (this.isTable) await this.#lines.add(record);
    if (this.#isStream) await this.#printHeld();
  };

  /** Before something is read that takes long. All orders of those who were found are known. */
  readonly showKnown = async (): Promise<void> => {
    const { settings, options } = this.#session;
    this.#isStream = options.quiet !== true && traitsOf(settings.output).isByLine === true;
    if (this.#isStream) await this.#printHeld();
  };

  /** How many were printed. */
  get printed(): number {
    return this.#printed;
  }

  /** How many were found, and not printed. */
  get leftOut(): number {
    const { quiet } = this.#session.options;
    return this.#customers + (quiet === true ? 0 : this.#guests.length) - this.#printed;
  }

  /** Adds the orders that were found since. */
  async complete(): Promise<void> {
    this.#held = await completed(this.#held, this.#whole);
  }

  async end(): Promise<void> {
    this.#lines.stop();
    const records = this.#limited(this.#held.splice(0));
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

  /** Counted are those who are printed: a sentence about them can be seen to be true. */
  #limited(people: readonly Person[]): readonly StoreRecord[] {
    const some = [...people].sort(byPlaceAndOrder).slice(0, this.#limit - this.#printed);
    this.#printed += some.length;
    for (const { inCity } of some) if (inCity !== undefined) this.inCity[inCity]++;
    return some.map(recordOf);
  }

  /** Those who cannot be completed stay, to be printed at the end. */
  async #printHeld(): Promise<void> {
    const people = this.#held.splice(0);
    if (people.length === 0) return;
    try {
      const whole = await completed(people, this.#whole);
      await this.#writer?.add(this.#limited(whole));
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

const ranks: Readonly<Record<InCity, number>> = { lives: 3, known: 2, no: 0 };

/**
 * Whose order was searched comes first, then whom a walk has found, then who is in the city that was searched, then who was, then who is most like what was
 * typed, then who ordered last: that person is the likely caller. Who has changed since comes last.
 */
function byPlaceAndOrder(left: Person, right: Person): number {
  const rank = ({ foundOrder, isByWalk, isFormer, hasLeftCity, inCity = 'no' }: Person): number => {
    if (foundOrder) return 10;
    if (isFormer) return -1;
    return (hasLeftCity ? 1 : ranks[inCity]) + (isByWalk ? 5 : 0);
  };
  if (rank(left) !== rank(right)) return rank(right) - rank(left);
  if (left.likeness !== right.likeness) return (right.likeness ?? 0) - (left.likeness ?? 0);
  const one = left.known[0]?.date ?? '';
  const other = right.known[0]?.date ?? '';
  return one === other ? 0 : one < other ? 1 : -1;
}
