import type { FileWriter } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { writeRecord } from '../../output/formats.ts';
import { escapeText } from '../../text/escape.ts';
import type { CatalogueDescription } from '../map/catalogue.ts';
import type { ImportOptions } from '../options.ts';
import { reportFields } from './report.ts';
import type { Ending, ImportSummary } from './summary.ts';

type Write = () => Promise<void>;

/** A report that is not the JSON of `--report`, made from the summary. Its template is loaded when it is used. */
type Template = (summary: ImportSummary) => Promise<string>;

const templates = {
  'report-html': async (summary) => (await import('./html/page.ts')).reportPage(summary),
  'report-junit': async (summary) => (await import('./ci/junit.ts')).junitReport(summary),
} as const satisfies Readonly<Record<string, Template>>;

type ReportName = 'report' | keyof typeof templates;

const names: readonly ReportName[] = ['report', 'report-html', 'report-junit'];

/** The reports on one import, in the files that the options name. */
export class Reports {
  readonly #options: ImportOptions;
  readonly #files: ReadonlyMap<ReportName, FileWriter>;
  #isWritten = false;

  private constructor(options: ImportOptions, files: ReadonlyMap<ReportName, FileWriter>) {
    [this.#options, this.#files] = [options, files];
  }

  /** @param open opens the file that an option names. @throws CliError `usage` for one that cannot be written */
  static async open(
    options: ImportOptions,
    open: (name: ReportName) => Promise<FileWriter | undefined>,
  ): Promise<Reports> {
    const files = new Map<ReportName, FileWriter>();
    for (const name of names) {
      const file = await open(name);
      if (file) files.set(name, file);
    }
    return new Reports(options, files);
  }

  /** Writes every report, after these other files. False, with warnings, when something cannot be written. */
  async write(ending: Ending, others: readonly Write[] = []): Promise<boolean> {
    this.#isWritten = true;
    let summary: ImportSummary | undefined;
    const summed = async (): Promise<ImportSummary> => {
      summary ??= (await import('./summary.ts')).summarize(this.#options, ending);
      return summary;
    };
    const writes = [...this.#files].map(([name, file]) => async () => {
      if (name === 'report') await writeJson(ending.record, file);
      else await file.write(await templates[name](await summed()));
      await file.close();
    });
    const failures = await writeEach([...others, ...writes]);
    await this.#addToStep(summed);
    const same = ending.run ? " Run 'shop-cli imports show' to see the same information." : '';
    for (const { message } of failures) await this.#options.notice(`Warning: ${escapeText(message)}${same}`);
    return failures.length === 0;
  }

  /**
   * The reports of an import that failed before it had any: scripts read the reason there.
   * @param record of a dry run, which has one shape
   */
  async writeFailure(
    failure: CliError,
    description: CatalogueDescription | undefined,
    record?: Ending['record'],
  ): Promise<void> {
    if (this.#isWritten) return;
    const { message, hint = null, exitCode } = failure;
    const isInterrupted = this.#options.context.interrupted.aborted;
    await this.write({
      outcome: isInterrupted ? 'stopped' : 'failed',
      record: record ?? { run: null, store: this.#storeName(), stopped: message, hint, exitCode },
      ...{ why: message, advice: hint === null ? [] : [hint], description },
    });
  }

  /** On GitHub Actions: adds to the summary of the run. Failing to write an unrequested report is not an error. */
  async #addToStep(summed: () => Promise<ImportSummary>): Promise<void> {
    const { context, notice } = this.#options;
    const path = context.env.GITHUB_STEP_SUMMARY;
    if (!path) return;
    const { stepSummary } = await import('./ci/step-summary.ts');
    const [failure] = await writeEach([async () => context.files.append(path, stepSummary(await summed()))]);
    if (failure) await notice(`Warning: no summary for GitHub. ${escapeText(failure.message)}`);
  }

  #storeName(): string | null {
    const { settings, store } = this.#options;
    return settings.storeNamed ? store.storeName() : null;
  }

  async discard(): Promise<void> {
    for (const file of this.#files.values()) await file.discard();
  }
}

/** Each independently of the others: the report on rows that were sent must not depend on a full disk. */
async function writeEach(writes: readonly Write[]): Promise<readonly CliError[]> {
  const failures: CliError[] = [];
  for (const write of writes) {
    await write().catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    });
  }
  return failures;
}

async function writeJson(record: Ending['record'], file: FileWriter): Promise<void> {
  const target = { write: (text: string) => file.write(text), width: undefined, color: false };
  await writeRecord('json', { fields: reportFields }, record, target);
}
