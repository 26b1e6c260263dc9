import { createHash } from 'node:crypto';
import type { FileWriter } from '../../context.ts';
import type { NumberSet } from '../../text/number-set.ts';
import type { PlanHeading } from './plan.ts';

/** Names the format: the first member of the first line. */
export const planFormat = 'shop-cli import plan';

/** Grows with every change of the format: other versions are refused. */
export const planVersion = 1;

interface PlanContents {
  readonly heading: PlanHeading;
  readonly forecast: Readonly<Record<string, unknown>>;
  readonly records: NumberSet;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
}

/**
 * Writes a plan as JSON lines: heading, forecast, ranges of records to create, and the SHA-256 of all bytes before that
 * line. Returns the SHA-256.
 */
export async function writePlan(contents: PlanContents, file: FileWriter): Promise<string> {
  const hash = createHash('sha256');
  for (const line of linesOf(contents)) {
    const bytes = Buffer.from(`${contents.redact(JSON.stringify(line))}\n`);
    hash.update(bytes);
    await file.write(bytes);
  }
  const sha256 = hash.digest('hex');
  await file.write(Buffer.from(`${JSON.stringify({ sha256 })}\n`));
  await file.close();
  return sha256;
}

/** Lines stay short, so that a plan of millions of rows is read in flat memory. */
const rangesPerLine = 1000;

function* linesOf({ heading, forecast, records }: PlanContents): Generator<unknown> {
  yield { format: planFormat, version: planVersion, ...heading };
  yield { forecast };
  let create: (readonly [number, number])[] = [];
  for (const range of records.ranges()) {
    create.push(range);
    if (create.length < rangesPerLine) continue;
    yield { create };
    create = [];
  }
  if (create.length > 0) yield { create };
}
