import { CliError } from '../errors.ts';
import { formatCount } from '../text/numbers.ts';
import { storeSubject } from '../text/words.ts';

/** Equal refusals, or rows that never appear, before the first creation: the file or the store as a whole is wrong. */
const refusalsAtStart = 20;
/** Consecutive refusals while reads still work: the token may read but not write. */
const deniedInARow = 10;
/** Rows that the store has under another key than was sent, or does not find: it does not keep keys. */
const mostMissing = 3;

/** A rerun would make more of them. */
const lookAtThem =
  'Correct or delete them in the back office, and find out what the store changes before you import the other rows.';

const storesKeys = 'Before you rerun the command, write all keys in the file as the store keeps them.';

const mayExist =
  'Some stores create what they refuse: before you rerun the command, look in the back office for one of these rows.';

const mayNotWrite = 'The store answers reads with this token, but not writes: use a token that may write.';

interface StopperOptions {
  /** Of the store, as messages name it. */
  readonly host: string;
  /** Aborted when the user wants to stop. */
  readonly interrupted: AbortSignal;
  /** The import stops after more rejected rows than this; undefined for no limit. */
  readonly maxErrors: number | undefined;
  /** Whether an earlier part of this run has created something. */
  readonly hasCreated: boolean;
  /** Whether rows are about people: what the store has made of them is not put into the file. */
  readonly isOfPeople?: boolean | undefined;
  /** A harmless read that tells a bad row from a store that refuses everything. @throws what the store answers */
  readonly probe: (() => Promise<unknown>) | undefined;
}

/** Decides when to stop sending, and signals it. */
export class Stopper {
  readonly #options: StopperOptions;
  readonly #controller = new AbortController();
  #reason: CliError | undefined;
  #hasCreated: boolean;
  #rejected = 0;
  #missing = 0;
  #lost = 0;
  #denied = 0;
  #equal = { message: '', count: 0 };
  #probing: Promise<boolean> | undefined;

  constructor(options: StopperOptions) {
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

  /** Why sending stopped before the last row; undefined when it did not, or the user stopped it. */
  get reason(): CliError | undefined {
    return this.#reason;
  }

  /** The store at the start of a sentence. */
  get store(): string {
    return storeSubject(this.#options.host);
  }

  stop(reason: CliError): void {
    this.#reason ??= reason;
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
    if (!this.#hasCreated && this.#equal.count >= refusalsAtStart) {
      this.stop(
        new CliError(
          'refused',
          `${this.store} refused the first ${refusalsAtStart} rows with the same message: ${message}`,
          { hint: mayExist },
        ),
      );
    }
    if (maxErrors !== undefined && this.#rejected > maxErrors) {
      const rows = `${formatCount(this.#rejected)} ${this.#rejected === 1 ? 'row' : 'rows'}`;
      this.stop(
        new CliError(
          'import-stopped',
          `${rows} rejected, over the limit of --max-errors ${maxErrors}. Last message: ${message}`,
        ),
      );
    }
  }

  /** The store answered with another key than it was sent. If it has kept none before, it seems to keep none. */
  changed(message: string): void {
    if (this.#hasCreated) this.missing(message);
    else
      this.#stopChanging(
        `${this.store} changed the key of the first row that it created: ${message}.`,
        `${this.store} changed the first row that it created: ${message}.`,
      );
  }

  /** The store has a row under another key, or says that it created it and does not find it. */
  missing(message: string): void {
    if (++this.#missing < mostMissing) return;
    this.#stopChanging(
      `${this.store} changed the keys of ${mostMissing} rows. Last message: ${message}.`,
      `${this.store} changed ${mostMissing} rows. Last message: ${message}.`,
    );
  }

  /** @param ofPeople the message about rows whose key is not in one field, or about a person */
  #stopChanging(message: string, ofPeople: string): void {
    const { isOfPeople } = this.#options;
    const hint = isOfPeople ? lookAtThem : storesKeys;
    this.stop(new CliError('import-incomplete', isOfPeople ? ofPeople : message, { hint }));
  }

  /** A row was sent as often as any row is, and never appeared. @param message about the row */
  lost(message: string): void {
    if (this.#hasCreated || ++this.#lost < refusalsAtStart) return;
    this.stop(
      new CliError('refused', `${this.store} created none of the first ${refusalsAtStart} rows: each was ${message}.`),
    );
  }

  /**
   * Whether this failure concerns the row alone: a harmless read still works. Stops the import if not, or if it happens
   * too often.
   */
  async isOfTheRow(failure: CliError): Promise<boolean> {
    const works = await this.othersWork(failure);
    if (works && ++this.#denied >= deniedInARow) this.stop(failure);
    return works;
  }

  /** The same of a write. A token that the store refuses (401) is that of every row, until a row was created with it. */
  async isOfTheWrite(failure: CliError): Promise<boolean> {
    if (!(await this.isOfTheRow(failure))) return false;
    if (failure.status !== 401 || this.#hasCreated) return true;
    this.stop(new CliError('auth', failure.message, { status: 401, hint: mayNotWrite, cause: failure }));
    return false;
  }

  /** Whether a harmless read still works; stops the import if not, or if there is none. Concurrent callers share one read. */
  async othersWork(failure: CliError): Promise<boolean> {
    const { probe } = this.#options;
    if (!probe) {
      // At once, before another row leaves.
      this.stop(failure);
      return false;
    }
    this.#probing ??= probe().then(
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
