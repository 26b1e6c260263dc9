import type { FileWriter } from '../../context.ts';
import { listWriter, traitsOf, writeRecord } from '../../output/formats.ts';
import { withoutPersonal, withoutTyped } from '../../resources/personal.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { localTime } from '../../text/local-time.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import type { ImportOptions } from '../options.ts';
import { shortName, writePlan } from '../plan/plan.ts';
import { rowCount } from '../words/counts.ts';
import { existingRows, nearRows, renamedRows } from '../words/existing-texts.ts';
import { listProblems } from '../words/list-problems.ts';
import { type Forecast, sampleSize } from './forecast.ts';
import { rowFields } from './forecast-fields.ts';

/** Says what exists, before the rows that would be sent. */
export async function describe(options: ImportOptions, forecast: Forecast): Promise<void> {
  const { hint, warn, noun } = options;
  const { exists, differs, counts, notSent, blocked, unplanned, near, held } = forecast;
  const { duplicate = 0, near: almost = 0, refused = 0 } = counts ?? {};
  if (exists > 0) await hint(existingRows(exists, differs));
  if (duplicate > 0)
    await warn(`${rowCount(duplicate)} ${inNumber('{exists|exist}', duplicate)} more than once in the store.`);
  if (almost > 0)
    await hint(`${rowCount(almost)} may exist in the store under almost the same key. Such rows are not sent.`);
  if (blocked > 0)
    await hint(
      `${rowCount(blocked)} may exist in the store: an earlier import left ${inNumber('{it|them}', blocked)} uncertain. Such rows are not sent.`,
    );
  if (refused > 0) await warn(`the store refuses to look up ${rowCount(refused)}. Such rows are not sent.`);
  // Of people, those who were erased: each is listed with the day.
  if (notSent > 0 && !noun.isOfPeople) await warn(renamedRows(notSent, noun.names));
  if (unplanned > 0) await warn(`${rowCount(unplanned)} existed when the plan was made, and would not be sent.`);
  if (near.length > 0) await warn(nearRows(near, noun.names));
  await listProblems(options, held);
}

/** Says how many rows would be sent, after the first of them. */
export async function summarise({ hint, settings }: ImportOptions, forecast: Forecast): Promise<void> {
  const { records, sample, checked } = forecast;
  const hidden = records.size - sample.length;
  if (hidden > 0 && settings.output === 'table')
    await hint(`… and ${rowCount(hidden).replace(/ /, ' more ')}. To see every row, add --output csv.`);
  const others = checked?.isShard ? `, ${formatCount(checked.unsendable.elsewhere)} in other shards` : '';
  await hint(`${rowCount(records.size)} would be sent${others}. Nothing was sent.`);
}

/** Where a format has one object, it is the same whatever became of the dry run. Tables and lines have rows alone. */
export async function printRecord({ settings: { output }, target }: ImportOptions, record: StoreRecord): Promise<void> {
  const { isFlat, isByLine } = traitsOf(output);
  if (!isFlat && !isByLine) await writeRecord(output, { fields: {}, all: true }, record, target);
}

/** Prints the bodies that would be sent: all as NDJSON or CSV, the first in a table. Returns the first. */
export async function printBodies(
  { noun, settings: { output }, target, quiet }: ImportOptions,
  bodies: AsyncIterable<readonly StoreRecord[]>,
): Promise<readonly StoreRecord[]> {
  const { isFlat, isByLine } = traitsOf(output);
  const writer = listWriter(output, { fields: rowFields(noun) }, target);
  const sample: StoreRecord[] = [];
  for await (const received of bodies) {
    const batch = noun.hidesValues ? received.map((body) => withoutPersonal(rowFields(noun), body)) : received;
    sample.push(...batch.slice(0, sampleSize - sample.length));
    if (isByLine) await writer.add(batch);
    else if (sample.length === sampleSize) break;
  }
  // Nothing is created, so there are no IDs.
  if (isFlat && !isByLine && !quiet) await writer.add(sample);
  if (isByLine || (isFlat && !quiet)) await writer.end();
  return sample;
}

/** A plan of people says which lines, and nothing that a cell has: others read plans, and CI keeps them. */
function forPlan({ isOfPeople }: ImportOptions['noun'], record: StoreRecord): StoreRecord {
  if (!isOfPeople) return record;
  const [faults, warnings] = [record.faults, record.warnings].map((all) =>
    (all as readonly StoreRecord[]).map(unquoted),
  );
  return { ...record, faults, warnings, sample: [] };
}

const unquoted = (fault: StoreRecord): StoreRecord => ({
  ...fault,
  value: null,
  message: withoutTyped(String(fault.message)),
});

/** Writes the plan of a dry run, for `imports apply`. @param fileSha256 of the file that is planned */
export async function savePlan(
  options: ImportOptions,
  forecast: Forecast,
  fileSha256: string,
  file: FileWriter | undefined,
): Promise<void> {
  const { noun, savePlan: saving, context, settings, store, path, hint } = options;
  if (!saving || !file) return;
  const isReplaced = await context.files.exists(saving.file);
  const created = context.clock.now().getTime();
  const validUntil = created + saving.validFor;
  const sha256 = await writePlan(
    {
      heading: {
        program: context.version,
        created,
        validUntil,
        store: saving.store,
        noun: noun.names[1],
        file: { path, sha256: fileSha256 },
        options: saving.options,
        language: settings.language ?? null,
        taxField: settings.taxField,
      },
      forecast: forPlan(noun, forecast.record(null)),
      records: forecast.records,
      redact: (text) => context.secrets.removeFrom(text),
    },
    file,
  );
  const { size } = forecast.records;
  const planFile = file.instead ?? saving.file;
  await hint(
    `Saved plan ${shortName({ sha256 })} to ${store.writtenFile(planFile)}: ${rowCount(size)} to create, valid until ${localTime(new Date(validUntil), 'minute')}.`,
  );
  if (isReplaced && file.instead === undefined) await hint(`It replaces the earlier ${escapeText(saving.file)}.`);
  if (size === 0) return await hint('There is nothing to apply.');
  await hint(`Show it: shop-cli imports show ${planFile}. Apply it: shop-cli imports apply ${planFile}`);
}
