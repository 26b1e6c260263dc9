import { basename } from 'node:path';
import type { Connection } from '../../client/connection.ts';
import type { FileWriter } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import type { ImportRun } from '../import-run.ts';
import type { Tally } from '../journal/tally.ts';
import type { ImportOptions } from '../options.ts';
import { exposition, labelText, type Metric } from './exposition.ts';
import { RequestMetrics } from './request-metrics.ts';
import { gauge, rowMetric, runMetrics } from './run-metrics.ts';

/** Milliseconds between two writes: Prometheus rarely asks more often. */
const interval = 5000;

const lastSuccess = 'last_success_timestamp_seconds';

/** `--metrics-file`: the state of an import for the textfile collector of Prometheus' node exporter. */
export class MetricsFile {
  readonly #options: ImportOptions;
  readonly #path: string;
  readonly #requests = new RequestMetrics();
  /** The name of the file tells imports apart whose metrics one node exporter reads. */
  readonly #labels: Readonly<Record<string, string>>;
  #stop: () => void = () => undefined;
  #tally: Tally | undefined;
  #run: ImportRun | undefined;
  #endedAt: number | undefined;
  /** 0: never. */
  #succeededAt = 0;
  #writing = Promise.resolve();
  #isWriting = false;
  #hasFailed = false;

  private constructor(options: ImportOptions, path: string) {
    [this.#options, this.#path] = [options, path];
    this.#labels = { import: basename(path).replace(/\.prom$/, ''), store: options.store.storeName() };
  }

  /** Undefined without the option, and for what sends nothing. @throws CliError `usage` where it cannot be written */
  static async open(options: ImportOptions): Promise<MetricsFile | undefined> {
    const { 'metrics-file': path } = options.files;
    if (path === undefined || options.dryRun) return undefined;
    const file = new MetricsFile(options, path);
    if (!path.endsWith('.prom'))
      await options.notice("Warning: the node exporter only reads files that end with '.prom'.");
    file.#succeededAt = await file.#lastSuccess();
    await file.#write();
    file.#stop = options.context.every(interval, () => {
      if (!file.#isWriting) file.#writeSoon();
    });
    return file;
  }

  /** For a connection: counts its requests. */
  watch({ onExchange }: Connection): Pick<Connection, 'onExchange'> {
    return {
      onExchange: (exchanged) => {
        this.#requests.add(exchanged);
        onExchange?.(exchanged);
      },
    };
  }

  /** The rows of a file that was checked. */
  count(tally: Tally): void {
    this.#tally = tally;
  }

  /** The run that sends them. */
  follow(run: ImportRun): void {
    [this.#run, this.#tally] = [run, run.tally];
  }

  /** The last write. @param succeeded whether every row is in the store */
  async end(succeeded: boolean): Promise<void> {
    this.#stop();
    this.#endedAt = this.#now();
    if (succeeded) this.#succeededAt = this.#endedAt;
    this.#writeSoon();
    await this.#writing;
  }

  /** An import never fails for its metrics: that they cannot be written any more is said once. */
  #writeSoon(): void {
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch(async (error: unknown) => {
        if (!(error instanceof CliError)) throw error;
        if (this.#hasFailed) return;
        this.#hasFailed = true;
        await this.#options.notice(`Warning: no metrics. ${escapeText(error.message)} The import goes on.`);
      });
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    try {
      // The node exporter is another user.
      const file = await this.#options.context.files.create(this.#path, { isPublic: true });
      await written(file, this.#text());
    } finally {
      this.#isWriting = false;
    }
  }

  #text(): string {
    const { context, invocation } = this.#options;
    const [isOver, run] = [this.#endedAt !== undefined, this.#run];
    const metrics = [
      buildInfo(context.version),
      gauge('running', '1 while the import runs.', isOver ? 0 : 1),
      gauge(
        'success',
        '1 if every row was in the store at the end.',
        isOver && this.#endedAt === this.#succeededAt ? 1 : 0,
      ),
      gauge('start_timestamp_seconds', 'When the import began.', invocation.startedAt.getTime() / 1000),
      gauge('end_timestamp_seconds', 'When the import ended.', this.#endedAt),
      gauge(lastSuccess, 'When an import last ended with every row in the store; 0: never.', this.#succeededAt),
      rowMetric(this.#tally),
      ...this.#requests.metrics(),
      ...(run ? runMetrics(run) : []),
    ];
    return exposition(metrics, this.#labels);
  }

  /** Kept from the last import, whose file this one replaces: an alert must not end because an import failed. */
  async #lastSuccess(): Promise<number> {
    // What is no file that can be read is reported when it is written.
    const bytes = await this.#options.context.files.beginning(this.#path, longest).catch(() => undefined);
    const line = `\nshop_cli_import_${lastSuccess}${labelText(this.#labels)} `;
    const [, after = ''] = Buffer.from(bytes ?? [])
      .toString()
      .split(line);
    const value = Number.parseFloat(after);
    return Number.isFinite(value) ? value : 0;
  }

  #now(): number {
    return this.#options.context.clock.now().getTime() / 1000;
  }
}

async function written(file: FileWriter, text: string): Promise<void> {
  try {
    await file.write(text);
    await file.close();
  } catch (error) {
    await file.discard();
    throw error;
  }
}

const longest = 64 * 1024;

const buildInfo = (version: string): Metric => ({
  ...{ name: 'shop_cli_build_info', type: 'gauge', help: 'The version of shop-cli.' },
  samples: [{ value: 1, labels: { version } }],
});
