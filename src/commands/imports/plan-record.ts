import { forecastFields } from '../../import/dry-run/forecast-fields.ts';
import { type ImportPlan, type PlanOptions, timeText } from '../../import/plan/plan.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import { defineRecord } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import * as record from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';

/** A plan of rows of a noun, as `imports show` prints it. */
export function shownPlan(noun: Pick<StoreNoun, 'row'>) {
  const { store, file, ...forecast } = forecastFields(noun);
  const fields = {
    plan: record.code('Plan'),
    state: record.textWithOwnTime('State'),
    store,
    file,
    sha256: record.code('SHA-256 of the file'),
    created: record.ownTime('Made on'),
    validUntil: record.ownTime('Valid until'),
    options: record.texts('Options'),
    ...forecast,
  };
  const page = ({ sample, ...plan }: StoreRecord) => ({
    rest: { ...withDifferences(plan), sample: withOneRate(sample) },
  });
  return defineRecord(['plan'], fields, { page, isOwn: true });
}

/** For a person the differing values are a table, a line per field, as `products diff` prints them. */
function withDifferences(plan: StoreRecord): StoreRecord {
  const { differs, ...others } = plan;
  if (!isObject(differs) || !Array.isArray(differs.sample)) return plan;
  const differences = differs.sample.filter(isObject).flatMap(({ line, key, fields, productId }) =>
    Object.entries(isObject(fields) ? fields : {}).map(([field, values]) => {
      const { store, file }: StoreRecord = isObject(values) ? values : {};
      return { line, key, field, inStore: store, inFile: file, productId };
    }),
  );
  return { ...others, differs: { rows: differs.rows, fields: differs.fields }, differences };
}

/** A body may have the VAT rate under both names of the API: a person needs it once. */
function withOneRate(sample: unknown): unknown {
  if (!Array.isArray(sample)) return sample;
  return sample.map((row: unknown) => {
    if (!isObject(row)) return row;
    const { taxRate, taxRateVal, ...others } = row;
    const rate = taxRate ?? taxRateVal;
    return rate === undefined ? others : { ...others, 'VAT %': rate };
  });
}

/** @param applied when it was applied on this machine, if it was @param now milliseconds since 1970 */
export function planRecord(
  { sha256, heading, forecast }: ImportPlan,
  applied: number | undefined,
  now: number,
): Readonly<Record<string, unknown>> {
  const { stopped: _, ...counts } = forecast;
  return {
    plan: sha256,
    state: stateOf(heading, applied, now),
    ...counts,
    file: heading.file.path,
    sha256: heading.file.sha256,
    created: timeText(heading.created),
    validUntil: timeText(heading.validUntil),
    options: [
      ...Object.entries(heading.options).flatMap(([name, value]) => optionTexts(name, value)),
      ...(heading.language === null ? [] : [`--language ${heading.language}`]),
    ],
  };
}

function stateOf({ validUntil }: ImportPlan['heading'], applied: number | undefined, now: number): string {
  if (applied !== undefined) return `applied on ${timeText(applied)}`;
  return now > validUntil ? 'expired' : 'ready';
}

/** `--map price=Prijs`, as it would be typed. */
function optionTexts(name: string, value: PlanOptions[string]): readonly string[] {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (typeof value === 'boolean') return value ? [flag] : [];
  return [value].flat().map((text) => `${flag} ${text}`);
}
