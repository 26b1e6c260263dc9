import type { FileWriter } from '../context.ts';
import { escapeText } from '../text/escape.ts';
import type { NumberSet } from '../text/number-set.ts';
import type { Forecast } from './forecast.ts';
import type { ImportOptions } from './options.ts';
import { personOf, shortName, timeText, writePlan } from './plan/plan.ts';
import { rowCount } from './report/words.ts';

interface Planned {
  /** SHA-256 of the file. */
  readonly hash: string;
  readonly forecast: Forecast;
  readonly records: NumberSet;
}

/** Writes the plan of a dry run, for `imports apply`. */
export async function savePlan(options: ImportOptions, planned: Planned, file: FileWriter | undefined): Promise<void> {
  const { savePlan: saving, context, settings, store, path, hint } = options;
  if (!saving || !file) return;
  const created = context.clock.now().getTime();
  const validUntil = created + saving.validFor;
  const sha256 = await writePlan(
    {
      heading: {
        program: context.version,
        person: personOf(context),
        ...{ created, validUntil },
        store: { identity: saving.store, name: store.storeName() },
        file: { path, sha256: planned.hash },
        options: saving.options,
        language: settings.language ?? null,
        taxField: settings.taxField,
      },
      forecast: planned.forecast.record(null),
      records: planned.records,
      redact: (text) => context.secrets.removeFrom(text),
    },
    file,
  );
  await hint(
    `Saved plan ${shortName({ sha256 })} to ${escapeText(saving.file)}: ${rowCount(planned.records.size)} to create, valid until ${timeText(validUntil)}.`,
  );
  await hint(`Show it: shop-cli imports show ${saving.file}. Apply it: shop-cli imports apply ${saving.file}`);
}
