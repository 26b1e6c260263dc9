import { CliError } from '../../errors.ts';
import { formatCount } from '../../text/numbers.ts';

/** Refusals with the same words before anything was created: the file or the store is at fault as a whole. */
const refusalsAtTheStart = 20;
/** Refusals in a row that a harmless read does not meet: a token that may read and not write. */
const deniedInARow = 10;
/** Answers with another key than was sent: the store makes something else of the keys. */
const changedKeys = 3;

export interface HaltOptions {
  /** Aborted when the user wants to stop. */
  readonly interrupted: AbortSignal;
  /** Rejected rows after which the import stops; undefined for as many as come. */
  readonly maxErrors: number | undefined;
  /** Whether an earlier part of this run has created something. */
  readonly hasCreated: boolean;
  /** A harmless read, to tell a row at fault from a store that refuses everything. @throws what the store answers */
  readonly probe: () => Promise<unknown>;
}

/** Decides when to stop sending, and tells everyone. */
export class Halt {
  readonly #options: HaltOptions;
  readonly #controller = new AbortController();
  #ending: CliError | undefined;
  #hasCreated: boolean;
  #rejected = 0;
  #changed = 0;
  #denied = 0;
  #equal = { message: '', count: 0 };
  #probing: Promise<boolean> | undefined;

  constructor(options: HaltOptions) {
    this.#options = options;
    this.#hasCreated = options.hasCreated;
    const { interrupted } = options;
    if (interrupted.aborted) this.#controller.abort();
    else interrupted.addEventListener('abort', () => this.#controller.abort(), { once: true });
  }

  /** Aborted as soon as nothing more may be sent. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Why sending ended before the last row; undefined when it did not, or the user stopped it. */
  get ending(): CliError | undefined {
    return this.#ending;
  }

  stop(ending: CliError): void {
    this.#ending ??= ending;
    this.#controller.abort();
  }

  created(): void {
    this.#hasCreated = true;
    this.#denied = 0;
  }

  rejected(message: string): void {
    this.#rejected++;
    this.#equal = { message, count: this.#equal.message === message ? this.#equal.count + 1 : 1 };
    const { maxErrors } = this.#options;
    if (!this.#hasCreated && this.#equal.count >= refusalsAtTheStart) {
      this.stop(new CliError('refused', `The store refused the first ${refusalsAtTheStart} rows alike: ${message}`));
    }
    if (maxErrors !== undefined && this.#rejected > maxErrors) {
      const rows = `${formatCount(this.#rejected)} ${this.#rejected === 1 ? 'row was' : 'rows were'}`;
      this.stop(
        new CliError(
          'import-stopped',
          `${rows} rejected, more than --max-errors ${maxErrors} allows; the last one: ${message}`,
        ),
      );
    }
  }

  /** The store answered with another key than it was sent. */
  changed(message: string): void {
    this.#changed++;
    if (this.#changed < changedKeys) return;
    this.stop(
      new CliError(
        'refused',
        `The store answered ${changedKeys} rows with other keys than they have, the last time: ${message}`,
      ),
    );
  }

  /** Whether this failure meets the row alone: a harmless read still works. When it does not, or that comes again and again, the import stops. */
  async isOfTheRow(failure: CliError): Promise<boolean> {
    const works = await this.othersWork(failure);
    if (works && ++this.#denied >= deniedInARow) this.stop(failure);
    return works;
  }

  /** Whether a harmless read still works. When it does not, the import stops. One read for all that ask meanwhile. */
  async othersWork(failure: CliError): Promise<boolean> {
    this.#probing ??= this.#options.probe().then(
      () => true,
      (error: unknown) => {
        this.stop(error instanceof CliError ? error : failure);
        return false;
      },
    );
    const works = await this.#probing;
    this.#probing = undefined;
    return works;
  }
}
