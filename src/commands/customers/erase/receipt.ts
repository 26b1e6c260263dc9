import type { Context, FileWriter } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import type { OutcomeEvidence } from '../../../resources/evidence.ts';
import { isObject } from '../../../text/json.ts';

/** What became of one record of a person. Nothing in it is about the person but IDs. */
export interface ErasureStep {
  readonly what: string;
  readonly id: string;
  readonly result: 'deleted' | 'gone' | 'kept' | 'failed' | 'left';
  /** In ISO 8601; null where nothing was sent. */
  readonly at: string | null;
  readonly reason: string | null;
  /** How the result is known. */
  readonly evidence: OutcomeEvidence;
}

interface Erased {
  readonly store: string;
  readonly customer: string;
}

/** The receipt of an erasure: a JSON file, to which a repetition adds. */
export class ErasureReceipt {
  readonly #erased: Erased;
  readonly #earlier: readonly unknown[];
  readonly #file: FileWriter;

  private constructor(erased: Erased, earlier: readonly unknown[], file: FileWriter) {
    this.#erased = erased;
    this.#earlier = earlier;
    this.#file = file;
  }

  /** @throws CliError `usage` for a file that cannot be written, or that is no receipt of this customer */
  static async open({ files }: Pick<Context, 'files'>, path: string, erased: Erased): Promise<ErasureReceipt> {
    const text = await files.readText(path);
    const earlier = text === undefined ? [] : stepsIn(text, erased);
    if (earlier === undefined)
      throw new CliError(
        'usage',
        `${path} exists, and is not a receipt of customer ${erased.customer}. Nothing was deleted.`,
        {
          field: '--report',
          hint: 'Pass the name of a new file.',
        },
      );
    return new ErasureReceipt(erased, earlier, await files.create(path, { isOfPeople: true }));
  }

  /** What an interrupted erasure did not see the end of. */
  get leftBefore(): readonly ErasureStep[] {
    return this.#earlierWith('left', 'failed');
  }

  /** What an earlier erasure kept: once the customer is gone, the store may not say any more whose it was. */
  get keptBefore(): readonly ErasureStep[] {
    return this.#earlierWith('kept');
  }

  /** Writes it. @param isComplete whether nothing is left but what was to be kept */
  async write(steps: readonly ErasureStep[], isComplete: boolean): Promise<void> {
    const done = this.#earlierWith('deleted', 'gone');
    const kept = this.keptBefore.filter((one) => !steps.some(({ what, id }) => what === one.what && id === one.id));
    const receipt = { receipt: 'erasure', ...this.#erased, complete: isComplete, steps: [...done, ...steps, ...kept] };
    await this.#file.write(`${JSON.stringify(receipt, null, 2)}\n`);
    await this.#file.close();
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }

  #earlierWith(...results: readonly ErasureStep['result'][]): readonly ErasureStep[] {
    const steps = this.#earlier.filter((step) => isObject(step) && results.some((result) => step.result === result));
    // A receipt of an earlier version does not say how it is known.
    return steps.map((step) => ({ evidence: 'none', ...(step as object) })) as unknown as readonly ErasureStep[];
  }
}

function stepsIn(text: string, { store, customer }: Erased): readonly unknown[] | undefined {
  try {
    const json: unknown = JSON.parse(text);
    const isOurs = isObject(json) && json.receipt === 'erasure' && json.store === store && json.customer === customer;
    return isOurs && Array.isArray(json.steps) ? json.steps : undefined;
  } catch {
    return undefined;
  }
}
