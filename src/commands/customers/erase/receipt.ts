import * as z from 'zod/mini';
import type { Context, FileWriter } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { outcomeEvidence } from '../../../resources/evidence.ts';
import { type ErasureStep, isErased, type PersonErasure, stepResults, withResult } from './steps.ts';

interface ErasureSubject {
  readonly store: string;
  readonly customers: readonly string[];
  /** Whether it has a part for each customer. */
  readonly isSeveral: boolean;
}

/** The receipt of one person. */
interface PersonReceipt {
  readonly receipt: 'erasure';
  readonly store: string;
  readonly customer: string;
  readonly complete: boolean;
  readonly steps: readonly ErasureStep[];
}

interface ReceiptFile {
  readonly path: string;
  readonly writer: FileWriter;
}

/** The receipt of an erasure: a JSON file, to which a repetition adds. That of several people has the receipt of each. */
export class ErasureReceipt {
  readonly #context: Pick<Context, 'files'>;
  readonly #path: string;
  readonly #subject: ErasureSubject;
  readonly #earlier: ReadonlyMap<string, PersonReceipt>;
  /** The next file, which replaces the one before. */
  #file: FileWriter | undefined;

  private constructor(
    context: Pick<Context, 'files'>,
    file: ReceiptFile,
    subject: ErasureSubject,
    earlier: readonly PersonReceipt[],
  ) {
    this.#context = context;
    this.#path = file.path;
    this.#file = file.writer;
    this.#subject = subject;
    this.#earlier = new Map(earlier.map((part) => [part.customer, part]));
  }

  /** @throws CliError `usage` for a file that cannot be written, or that is no receipt of this customer, or of several */
  static async open(context: Pick<Context, 'files'>, path: string, subject: ErasureSubject): Promise<ErasureReceipt> {
    const text = await context.files.readText(path);
    const earlier = text === undefined ? [] : partsIn(text, subject);
    if (earlier === undefined) throw noReceipt(path, subject);
    const writer = await context.files.create(path, { isOfPeople: true });
    return new ErasureReceipt(context, { path, writer }, subject, earlier);
  }

  /** What an interrupted erasure of a customer did not see the end of. */
  leftBefore(customer: string): readonly ErasureStep[] {
    return this.#before(customer, 'left', 'failed');
  }

  /** What an earlier erasure kept: once the customer is gone, the store may not say any more whose it was. */
  keptBefore(customer: string): readonly ErasureStep[] {
    return this.#before(customer, 'kept');
  }

  /** Whether an earlier erasure of the customer was complete; undefined where there was none. */
  wasComplete(customer: string): boolean | undefined {
    return this.#earlier.get(customer)?.complete;
  }

  /** Writes it, with what is known so far: it is complete once every customer is. Nothing is written of IDs without anything. */
  async write(people: readonly PersonErasure[]): Promise<void> {
    const { isSeveral } = this.#subject;
    const parts = people.flatMap((person) => this.#partOf(person) ?? []);
    const receipt = isSeveral ? this.#partsOf(people, parts) : parts[0];
    if (receipt === undefined) return;
    this.#file ??= await this.#context.files.create(this.#path, { isOfPeople: true });
    await this.#file.write(`${JSON.stringify(receipt, null, 2)}\n`);
    await this.#file.close();
    this.#file = undefined;
  }

  async discard(): Promise<void> {
    await this.#file?.discard();
  }

  #partsOf(people: readonly PersonErasure[], parts: readonly PersonReceipt[]) {
    const { store, customers } = this.#subject;
    const receipts = new Map([...this.#earlier, ...parts.map((part) => [part.customer, part] as const)]);
    if (receipts.size === 0) return undefined;
    const missing = people.filter(({ result }) => result === 'not found');
    const isWhole = customers.every((id) => people.some(({ customer }) => customer === id));
    return {
      receipt: 'erasures',
      store,
      complete: isWhole && [...receipts.values()].every(({ complete }) => complete),
      receipts: [...receipts.values()],
      notFound: missing.map(({ customer, at }) => ({ customer, at, evidence: 'read' })),
    };
  }

  /** Undefined of an ID of which there is nothing: that is no erasure. */
  #partOf(person: PersonErasure): PersonReceipt | undefined {
    const { customer, result, steps } = person;
    if (result === 'not found') return undefined;
    const done = this.#before(customer, 'deleted', 'gone');
    const isKnown = (one: ErasureStep): boolean => steps.some(({ what, id }) => what === one.what && id === one.id);
    const kept = this.keptBefore(customer).filter((one) => !isKnown(one));
    const { store } = this.#subject;
    return { receipt: 'erasure', store, customer, complete: isErased(person), steps: [...done, ...steps, ...kept] };
  }

  #before(customer: string, ...results: readonly ErasureStep['result'][]): readonly ErasureStep[] {
    return withResult(this.#earlier.get(customer)?.steps ?? [], ...results);
  }
}

const noReceipt = (path: string, { isSeveral, customers }: ErasureSubject): CliError =>
  new CliError(
    'usage',
    `${path} exists, and is not an erasure report of ${isSeveral ? 'several customers' : `customer ${customers[0]}`}. Nothing was deleted.`,
    { field: '--report', hint: 'Pass the name of a new file.' },
  );

const step = z.looseObject({
  what: z.string(),
  id: z.string(),
  result: z.enum(stepResults),
  at: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  // A receipt of an earlier version does not say how its steps are known.
  evidence: z._default(z.enum(outcomeEvidence), 'none'),
});

const part = z.looseObject({
  receipt: z.literal('erasure'),
  store: z.string(),
  customer: z.string(),
  complete: z.boolean(),
  steps: z.array(step),
});

const parts = z.looseObject({ receipt: z.literal('erasures'), store: z.string(), receipts: z.array(part) });

function partsIn(text: string, { store, customers, isSeveral }: ErasureSubject): readonly PersonReceipt[] | undefined {
  const json = jsonIn(text);
  if (isSeveral) {
    const { data } = z.safeParse(parts, json);
    return data?.store === store ? data.receipts : undefined;
  }
  const { data } = z.safeParse(part, json);
  return data?.store === store && data.customer === customers[0] ? [data] : undefined;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
