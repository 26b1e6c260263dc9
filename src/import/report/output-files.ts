import type { Context, FileContents, FileWriter } from '../../context.ts';
import { CliError, signalCode } from '../../errors.ts';
import { writeRecord } from '../../output/formats.ts';
import { targetOf } from '../../output/view.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import type { Catalogue, CatalogueDescription } from '../map/catalogue.ts';
import type { ImportOptions } from '../options.ts';
import { rejectedFormat, writeRejected } from './rejected-file.ts';
import { createReport, type Report, reportFields } from './report.ts';
import { resultsFormat, writeResults } from './results-file.ts';
import { titlesOf } from './rows-of-run.ts';
import { addToStep } from './step.ts';

/** A file that was opened, and the files that its import writes. */
export interface OpenedFile {
  readonly catalogue: Catalogue;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly outputs: OutputFiles;
}

/** What the files of an import say of it, also where it failed before its options were read. */
interface WritingImport
  extends Pick<
    ImportOptions,
    'noun' | 'path' | 'files' | 'shard' | 'dryRun' | 'context' | 'invocation' | 'notice' | 'warnings' | 'hint'
  > {
  readonly settings: Pick<ImportOptions['settings'], 'storeNamed'>;
  readonly store: Pick<ImportOptions['store'], 'storeValue' | 'writtenFile'>;
}

/** The files of a run of the program. */
const written = new WeakSet<Context['files']>();

/** Whether this run of the program has written the files of its import already. */
export const hasWrittenFiles = ({ files }: Pick<Context, 'files'>): boolean => written.has(files);

/** The files that an import writes. */
export class OutputFiles {
  readonly #options: WritingImport;
  /** By the options that name them. */
  readonly #files: ReadonlyMap<string, FileWriter>;
  #isWritten = false;

  private constructor(options: WritingImport, files: ReadonlyMap<string, FileWriter>) {
    this.#options = options;
    this.#files = files;
  }

  /**
   * Opens them before anything is sent: a file that cannot be written must fail while nothing has happened.
   * @throws CliError `usage`
   */
  static async open(options: WritingImport): Promise<OutputFiles> {
    const files = new Map<string, FileWriter>();
    const { journal, 'save-options': _, ...paths } = options.files;
    const { files: folder } = options.context;
    rejectedFormat(options.files.rejected ?? '');
    resultsFormat(options.files.results ?? '');
    const outputs = new OutputFiles(options, files);
    try {
      for (const [name, path] of Object.entries(paths)) {
        if (path !== undefined) files.set(name, await folder.create(path, contentsOf(options)));
      }
      return outputs;
    } catch (error) {
      await outputs.discard();
      throw error;
    }
  }

  /** Where a file is that was written: beside its path, where another program keeps that open. */
  pathOf(name: 'results'): string | undefined {
    return this.#files.get(name)?.instead ?? this.#options.files[name];
  }

  /** The file of `--save-plan`. */
  get plan(): FileWriter | undefined {
    return this.#files.get('save-plan');
  }

  /**
   * Writes every file and, on GitHub Actions, the summary of the run. False, with warnings, when a file cannot be
   * written: the others must not depend on a full disk.
   */
  async write(report: Report): Promise<boolean> {
    this.#isWritten = true;
    written.add(this.#options.context.files);
    const { files, notice, hint } = this.#options;
    const failures: CliError[] = [];
    for (const [name, file] of this.#files) {
      const failure = await failureOf(this.#writeFile(name, file, report));
      if (failure) failures.push(failure);
    }
    await addToStep(
      this.#options,
      async () => (await import('./ci.ts')).stepSummary(report),
      contentsOf(this.#options),
    );
    const same = report.measured ? " Run 'shop-cli imports show' to see the same information." : '';
    for (const { message } of failures) await notice(`Warning: ${escapeText(message)}${same}`);
    if (files.results !== undefined && this.#options.dryRun)
      await hint(`Did not write ${escapeText(files.results)}: it is for the outcomes of an import.`);
    return failures.length === 0;
  }

  /**
   * The files of an import that failed before it had a report: scripts read the reason there.
   * @param record of a dry run, which has one shape
   */
  async writeFailure(
    { message, hint, exitCode }: CliError,
    description: CatalogueDescription | undefined,
    record?: StoreRecord,
  ): Promise<void> {
    if (this.#isWritten) return;
    const { context, settings, store } = this.#options;
    const name = settings.storeNamed ? store.storeValue() : null;
    const { aborted, reason } = context.interrupted;
    const code = aborted ? signalCode(reason) : exitCode;
    const report = createReport(this.#options, {
      outcome: aborted ? 'stopped' : 'failed',
      record: record ?? { run: null, store: name, stopped: message, hint: hint ?? null, exitCode: code },
      advice: [hint],
      description,
    });
    await this.write(report);
  }

  async #writeFile(name: string, file: FileWriter, report: Report): Promise<void> {
    const { checked, ledger, ownerOf } = report;
    switch (name) {
      case 'rejected':
        return await writeRejected(this.#options, checked, ledger, file);
      case 'results':
        // A rehearsal has no outcomes. Those of an earlier import are not those of one that has failed.
        if (this.#options.dryRun) return;
        return await writeResults(this.#options, checked && ledger && { checked, ledger, ownerOf }, file);
      case 'save-plan':
        return;
      case 'report':
        await writeRecord('json', { fields: reportFields }, { ...report.record, ...learned(report) }, targetOf(file));
        break;
      case 'report-html':
        await file.write((await import('./page.ts')).reportPage(report, await this.#titles(report)));
        break;
      case 'report-junit':
        await file.write((await import('./ci.ts')).junitReport(report));
    }
    await file.close();
  }

  async #titles({ checked, ledger }: Report): Promise<ReadonlyMap<number, string>> {
    const { secrets } = this.#options.context;
    const titles = checked ? await titlesOf(checked, ledger) : new Map<number, string>();
    return new Map([...titles].map(([line, title]) => [line, secrets.removeFromMessage(title)]));
  }

  async discard(): Promise<void> {
    for (const file of this.#files.values()) await file.discard();
  }
}

/** Of all its files alike, also those that have no people today. */
const contentsOf = ({ noun }: WritingImport): FileContents => ({ isOfPeople: noun.isOfPeople === true });

async function failureOf(work: Promise<void>): Promise<CliError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

/** What an import has learned of the store, in milliseconds. */
const learned = ({ measured }: Report): StoreRecord =>
  measured ? { settle: Math.round(measured.settleTime.current), lag: Math.round(measured.settleTime.lag) } : {};
