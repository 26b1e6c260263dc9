import type { Dispatcher } from 'undici';
import { failure, ModelStore, reply, type StoreReply } from './model-store.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What a store does with one creation: whether there is a customer then, and what the client sees. */
export const customerAnswers = {
  created: { creates: true, seen: 201 },
  'not sent': { creates: false, seen: 'refused' },
  'reset before': { creates: false, seen: 'reset' },
  'reset after': { creates: true, seen: 'reset' },
  late: { creates: 'later', seen: 'reset' },
  'late 500': { creates: 'later', seen: 500 },
  '429 before': { creates: false, seen: 429 },
  '429 after': { creates: true, seen: 429 },
  '429 and late': { creates: 'later', seen: 429 },
  '503 after': { creates: true, seen: 503 },
  '500 before': { creates: false, seen: 500 },
  '500 after': { creates: true, seen: 500 },
  'page before': { creates: false, seen: 'page' },
  'page after': { creates: true, seen: 'page' },
  'cut after': { creates: true, seen: 'cut' },
  'empty after': { creates: true, seen: 'empty' },
  '200 with an error before': { creates: false, seen: 200 },
  '200 with an error after': { creates: true, seen: 200 },
  '400 before': { creates: false, seen: 400 },
  '400 after': { creates: true, seen: 400 },
  '403 before': { creates: false, seen: 403 },
  '403 after': { creates: true, seen: 403 },
  '409 after': { creates: true, seen: 409 },
  '422 before': { creates: false, seen: 422 },
  '422 after': { creates: true, seen: 422 },
  '422 and late': { creates: 'later', seen: 422 },
  'an ID after': { creates: true, seen: 'id' },
  'an ID before': { creates: false, seen: 'id' },
} as const;

export type CustomerAnswer = keyof typeof customerAnswers;

/** `empty`: 200 without a body; `other`: another customer; `unknown`: the customer without an e-mail address. */
export type CustomerReading = 'found' | 'reset' | 500 | 'page' | 'empty' | 'other' | 'unknown';

/** How a store numbers its customers: by steps, or with these IDs first. */
export type Numbering = 'rising' | 'falling' | 'text' | readonly number[];

/** Somebody who registers in the shop himself, when the store was asked so often. */
export interface Stranger {
  readonly after: number;
  /** The e-mail address of which row he has: with the names of the row, or with others. Undefined: nobody's. */
  readonly row?: number | undefined;
  readonly isNamesake: boolean;
}

/** What happens in the store, in the order of its requests; when it is over, all is well. Times are milliseconds. */
export interface CustomerScript {
  readonly writes: readonly CustomerAnswer[];
  readonly reads: readonly CustomerReading[];
  readonly strangers: readonly Stranger[];
  readonly latency: number;
  /** From the moment at which the client sees the end to the commit of a late one. */
  readonly late: number;
  /** From the commit to the moment when it is shown. */
  readonly lag: number;
  readonly numbering: Numbering;
  /** By how much an ID is above the one before, again and again. */
  readonly steps: readonly number[];
  /** Whether a late one gets its ID when it is asked for, or when it is committed. */
  readonly numbersEarly: boolean;
  /** Whether the store refuses e-mail addresses that it has, in words. */
  readonly isUnique: boolean;
}

export interface Person {
  readonly emailAddress: string;
  readonly firstName: string;
  readonly lastName: string;
}

interface StoredCustomer extends Person {
  readonly customerId: string;
  readonly isStranger: boolean;
  readonly committedAt: number;
}

/** A creation that a client asked for. `id`: what it was told. */
interface Creation {
  readonly emailAddress: string;
  readonly sentAt: number;
  answeredAt?: number;
  id?: string;
}

/** The file of these people. */
export const fileOf = (people: readonly Person[]): string =>
  `email,voornaam,achternaam\n${people.map((one) => `${one.emailAddress},${one.firstName},${one.lastName}\n`).join('')}`;

/** The person of a row. @param version of the file: a person has corrected the names */
export const personAt = (row: number, version = 0): Person => ({
  emailAddress: `P${row}@shop.test`,
  firstName: `First ${row}`,
  lastName: version === 0 ? `Last ${row}` : `Last ${row} (${version})`,
});

/** A store of customers that shows them by ID alone. */
export class CustomerStore extends ModelStore {
  readonly customers: StoredCustomer[] = [];
  readonly creations: Creation[] = [];
  /** How often it was asked for a customer by ID. */
  reads = 0;
  readonly #script: CustomerScript;
  readonly #pending: { readonly person: Person; readonly commitAt: number; readonly id: string | undefined }[] = [];
  #highest = 100;
  #numbered = 0;

  constructor(script: CustomerScript) {
    super();
    this.#script = script;
  }

  override get requests(): number {
    return this.creations.length + this.reads;
  }

  protected override answer(
    options: Dispatcher.DispatchOptions,
    clock: VirtualClock,
    start: () => void,
  ): Promise<StoreReply> {
    const now = clock.now().getTime();
    this.commitUntil(now);
    for (const { after, row, isNamesake } of this.#script.strangers)
      if (after === this.requests) this.#register(row, isNamesake, now);
    return options.method === 'POST' ? this.#write(options, clock, start) : this.#read(options, clock, start);
  }

  /** Commits what is late, up to a time. */
  commitUntil(now: number): void {
    const due = this.#pending.filter(({ commitAt }) => commitAt <= now).sort((a, b) => a.commitAt - b.commitAt);
    for (const late of due) {
      this.#pending.splice(this.#pending.indexOf(late), 1);
      this.#commit(late.person, { at: late.commitAt, id: late.id ?? this.#nextId(), isStranger: false });
    }
  }

  #register(row: number | undefined, isNamesake: boolean, at: number): void {
    const one = row === undefined ? personAt(900 + this.#numbered) : personAt(row);
    const person = isNamesake ? one : { ...one, firstName: 'Somebody', lastName: 'Else' };
    this.#commit(person, { at, id: this.#nextId(), isStranger: true });
  }

  #commit(person: Person, { at, id, isStranger }: { at: number; id: string; isStranger: boolean }): void {
    this.customers.push({ ...person, customerId: id, isStranger, committedAt: at });
  }

  #nextId(): string {
    const { steps, numbering } = this.#script;
    const at = this.#numbered++;
    if (Array.isArray(numbering) && at < numbering.length) return String(numbering[at]);
    const step = steps[at % steps.length] ?? 1;
    this.#highest += numbering === 'falling' ? -1 : step;
    const id = numbering === 'falling' ? this.#highest + 10_000 : this.#highest;
    return numbering === 'text' ? `c-${id}` : String(id);
  }

  async #write({ body }: Dispatcher.DispatchOptions, clock: VirtualClock, start: () => void): Promise<StoreReply> {
    const { latency, late, writes, numbersEarly, isUnique } = this.#script;
    const person: Person = JSON.parse(String(body));
    const now = clock.now().getTime();
    const creation: Creation = { emailAddress: person.emailAddress, sentAt: now };
    const { creates, seen } = customerAnswers[writes[this.creations.length] ?? 'created'];
    this.creations.push(creation);
    if (seen !== 'refused') start();
    const isTaken = isUnique && this.customers.some(({ emailAddress }) => emailAddress === person.emailAddress);
    let id = String(this.#highest + 1);
    if (!isTaken && creates === 'later') {
      const early = numbersEarly ? this.#nextId() : undefined;
      this.#pending.push({ person, commitAt: now + latency + late, id: early });
    } else if (!isTaken && creates) {
      id = this.#nextId();
      this.#commit(person, { at: now, id, isStranger: false });
    }
    await clock.sleep(latency);
    creation.answeredAt = clock.now().getTime();
    if (seen === 'refused') throw failure('ECONNREFUSED');
    if (seen === 'reset') throw failure('ECONNRESET');
    if (isTaken) return refusal(422, 'This e-mail address is already in use.');
    const record = JSON.stringify({ customerId: id, ...person });
    if (seen === 'cut') return reply(201, record.slice(0, 40));
    if (seen === 'page') return reply(200, '<html>Maintenance</html>', 'text/html');
    if (seen === 'empty') return reply(201, '');
    if (seen === 'id') return reply(201, JSON.stringify({ customerId: id }));
    if (seen === 409) return refusal(409, 'This e-mail address already exists.');
    if (seen !== 201) return refusal(seen, 'no');
    creation.id = id;
    return reply(201, record);
  }

  async #read({ path }: Dispatcher.DispatchOptions, clock: VirtualClock, start: () => void): Promise<StoreReply> {
    start();
    const { reads, lag, latency } = this.#script;
    const answer = reads[this.reads++] ?? 'found';
    const id = path.replace(/\?.*/s, '').replace(/.*\//, '');
    const now = clock.now().getTime();
    const found = this.customers.find((one) => one.customerId === id && one.committedAt + lag <= now);
    await clock.sleep(latency);
    if (answer === 'reset') throw failure('ECONNRESET');
    if (answer === 500) return reply(500, '{}');
    if (answer === 'page') return reply(404, '<html>Maintenance</html>', 'text/html');
    if (answer === 'empty') return reply(200, '');
    const shown = answer === 'other' ? this.customers.find(({ customerId }) => customerId !== id) : found;
    if (!shown) return refusal(404, 'There is no such customer.');
    const { customerId, emailAddress, ...names } = shown;
    return reply(200, JSON.stringify({ customerId, ...(answer !== 'unknown' && { emailAddress }), ...names }));
  }
}

const refusal = (status: number, message: string): StoreReply => reply(status, JSON.stringify({ error: { message } }));
