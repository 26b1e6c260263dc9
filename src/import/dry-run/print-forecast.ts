import type { FileWriter } from '../../context.ts';
import { listWriter, traitsOf, writeRecord } from '../../output/formats.ts';
import type { ListWriter } from '../../output/view.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { SendableRow } from '../map/key.ts';
import type { ImportOptions } from '../options.ts';
import { shortName, timeText, writePlan } from '../plan/plan.ts';
import { listProblems } from '../report/outputs.ts';
import { existingRows, nearRows, renamedRows, rowCount } from '../report/words.ts';
import { bodyRecord, type Forecast } from './forecast.ts';
import { rowFields } from './forecast-fields.ts';

/** Says what exists, before the rows that would be sent. */
export async function describe(options: ImportOptions, { counts, differs, held, near }: Forecast): Promise<void> {
  const { hint, notice } = options;
  if (counts.exists > 0) await hint(existingRows(counts.exists, differs));
  if (counts.duplicate > 0)
    await notice(
      `Warning: ${rowCount(counts.duplicate)} ${counts.duplicate === 1 ? 'exists' : 'exist'} more than once in the store.`,
    );
  if (counts.uncertain > 0)
    await hint(
      `${rowCount(counts.uncertain)} may exist in the store under an almost identical key. Such rows are not sent.`,
    );
  if (counts.refused > 0)
    await notice(`Warning: the store refuses to look up ${rowCount(counts.refused)}. Such rows are not sent.`);
  if (counts.notSent > 0) await notice(renamedRows(counts.notSent));
  if (counts.unplanned > 0)
    await notice(`Warning: ${rowCount(counts.unplanned)} existed when the plan was made, and would not be sent.`);
  if (near.length > 0) await notice(nearRows(near));
  await listProblems(options, held);
}

/** Says how many rows would be sent, after the first of them. */
export async function summarise({ hint, shard, settings }: ImportOptions, { counts, sample }: Forecast): Promise<void> {
  const { wouldCreate, elsewhere } = counts;
  const hidden = wouldCreate - sample.length;
  if (hidden > 0 && settings.output === 'table')
    await hint(`… and ${rowCount(hidden).replace(/ /, ' more ')}. To see every row, add --output csv.`);
  const others = shard ? `, ${formatCount(elsewhere)} in other shards` : '';
  await hint(`${rowCount(wouldCreate)} would be sent${others}. Nothing was sent.`);
}

/** Prints a dry run: a table of the first rows, every row as NDJSON or CSV, one object in the other formats. */
export interface Printer {
  /** Whether every row is printed. */
  readonly printsRows: boolean;
  add(rows: readonly SendableRow[]): Promise<void>;
  end(forecast: Forecast, stopped: string | null): Promise<void>;
}

export function printerOf(options: ImportOptions): Printer {
  const { settings, target, quiet } = options;
  const { output } = settings;
  const list = (): ListWriter => listWriter(output, { fields: rowFields }, target);
  const bodies = (rows: readonly SendableRow[]): readonly StoreRecord[] => rows.map((row) => bodyRecord(row, options));
  if (traitsOf(output).isByLine) {
    const writer = list();
    return {
      printsRows: true,
      add: (rows) => writer.add(bodies(rows)),
      end: async (_, stopped) => void (stopped === null ? await writer.end() : await writer.breakOff()),
    };
  }
  return {
    printsRows: false,
    add: async () => undefined,
    async end(forecast, stopped) {
      if (output !== 'table')
        return await writeRecord(output, { fields: {}, all: true }, forecast.record(stopped), target);
      // Nothing is created, so there are no IDs.
      if (stopped !== null || quiet) return;
      const writer = list();
      await writer.add(bodies(forecast.sample));
      await writer.end();
    },
  };
}

interface Planned {
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly forecast: Forecast;
}

/** Writes the plan of a dry run, for `imports apply`. */
export async function savePlan(options: ImportOptions, planned: Planned, file: FileWriter | undefined): Promise<void> {
  const { savePlan: saving, context, settings, store, path, hint, invocation } = options;
  if (!saving || !file) return;
  const isReplaced = await context.files.exists(saving.file);
  const created = context.clock.now().getTime();
  const validUntil = created + saving.validFor;
  const sha256 = await writePlan(
    {
      heading: {
        program: context.version,
        person: invocation.person,
        ...{ created, validUntil },
        store: { identity: saving.store, name: store.storeName() },
        file: { path, sha256: planned.hash },
        options: saving.options,
        language: settings.language ?? null,
        taxField: settings.taxField,
      },
      forecast: planned.forecast.record(null),
      records: planned.forecast.records,
      redact: (text) => context.secrets.removeFrom(text),
    },
    file,
  );
  const { size } = planned.forecast.records;
  await hint(
    `Saved plan ${shortName({ sha256 })} to ${store.writtenFile(saving.file)}: ${rowCount(size)} to create, valid until ${timeText(validUntil)}.`,
  );
  if (isReplaced) await hint(`It replaces the earlier ${escapeText(saving.file)}.`);
  if (size === 0) return await hint('There is nothing to apply.');
  await hint(`Show it: shop-cli imports show ${saving.file}. Apply it: shop-cli imports apply ${saving.file}`);
}
