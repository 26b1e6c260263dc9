import { CliError } from '../../errors.ts';
import { shellWord } from '../../text/escape.ts';
import { formatMoney } from '../../text/money.ts';
import type { Journal } from './journal.ts';
import { hasSentRows, type RunRecord, runsOfFile, type Source } from './runs.ts';

/** The options that decide which values a row has, and so its generated key. `--set` does where it names a column. */
const reading = ['delimiter', 'encoding', 'sheet', 'headerRow', 'decimal', 'preset', 'vatIncluded', 'map', 'set'];

/**
 * With generated keys, other options give the rows other keys: those that an unfinished import created would be created
 * again. @throws CliError `usage` with the options that it had
 */
export function refuseOtherKeys(journal: Journal, source: Source & Pick<RunRecord, 'file'>): void {
  const wanted = keyOptions(source.options);
  for (const run of runsOfFile(journal, source)) {
    const had = keyOptions(run.options);
    const areGenerated = [had, wanted].some((options) => options.includes('--generate-sku'));
    if (areGenerated && String(had) !== String(wanted) && hasSentRows(journal, run.run)) throw otherKeys(run, had);
  }
}

const otherKeys = ({ run }: RunRecord, had: readonly string[]): CliError =>
  new CliError(
    'usage',
    `Import ${run} of this file is unfinished and had other options. With --generate-sku other options give other SKUs, so rows would be created twice. Nothing was sent.`,
    {
      field: '--generate-sku',
      hint: `Rerun with the options that it had: ${had.join(' ')}`,
    },
  );

/** `--map price=Prijs`, as they would be typed, in one order. */
function keyOptions(options: string): readonly string[] {
  const all = JSON.parse(options) as Readonly<Record<string, unknown>>;
  const texts = reading.flatMap((name) => optionTexts(name, all[name])).toSorted();
  return [...(all.generateSku === true ? ['--generate-sku'] : []), ...texts];
}

function optionTexts(name: string, value: unknown): readonly string[] {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') return [`${flag} ${shellWord(String(value))}`];
  if (name === 'vatIncluded') return [`${flag} ${rateText(value)}`];
  return Object.entries(value).map(([field, text]) => `${flag} ${shellWord(`${field}=${String(text)}`)}`);
}

/** Amounts are in the journal with their units as text: JSON has no BigInt. */
function rateText(value: object): string {
  const { units, scale } = value as { readonly units?: unknown; readonly scale?: unknown };
  return /^\d+$/.test(String(units)) ? formatMoney({ units: BigInt(String(units)), scale: Number(scale) }) : '?';
}
