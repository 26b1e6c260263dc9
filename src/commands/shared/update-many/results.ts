import type { Context, FileWriter } from '../../../context.ts';
import { listWriter } from '../../../output/formats.ts';
import { targetOf } from '../../../output/view.ts';
import type { ChangeTable } from '../../../resources/change-tables.ts';
import { evidenceField } from '../../../resources/evidence.ts';
import { defineRecord, type RecordDefinition } from '../../../resources/record.ts';
import { count, id, type StoreRecord, text, word } from '../../../resources/record-fields.ts';
import type { ChangeRow } from './changes.ts';
import { type ChangeResult, changeOutcomes, outcomeOf } from './outcome.ts';

const line = count('Line').inTable(1);
const customerId = id('Customer').inTable(2);
const outcome = word('Outcome', changeOutcomes).inTable(4);
const message = text('Message').inTable(5);
const evidence = evidenceField.inTable(6);
const traits = { isOwn: true, isOfPeople: true } as const;

/** What became of the rows of `customers update --from`, without values of anybody. */
export const customerUpdate = defineRecord(['customerId'], { line, customerId, outcome, message, evidence }, traits);

/** The same of `addresses update --from`. */
export const addressUpdate = defineRecord(
  ['addressId'],
  { line, customerId, addressId: id('Address').inTable(3), outcome, message, evidence },
  traits,
);

/** A row as it is printed and written. */
export function resultOf({ ids: names }: ChangeTable, { line, ids }: ChangeRow, ended: ChangeResult): StoreRecord {
  const named = Object.fromEntries(names.map((name, at) => [name === 'id' ? 'addressId' : name, Number(ids[at])]));
  const message = ended.result === 'done' ? ended.message : ended.result === 'failed' ? ended.reason : '';
  return { line, ...named, outcome: outcomeOf(ended), message, evidence: ended.evidence };
}

/** The file of `--results`, made before anything is sent. */
export class ResultsFile {
  readonly #file: FileWriter;
  readonly #format: Parameters<typeof listWriter>[0];
  readonly #definition: RecordDefinition;

  private constructor(file: FileWriter, format: Parameters<typeof listWriter>[0], definition: RecordDefinition) {
    this.#file = file;
    this.#format = format;
    this.#definition = definition;
  }

  /** @throws CliError `usage` for a file that cannot be written, or would replace the file of changes */
  static async open(
    context: Pick<Context, 'files' | 'cwd'>,
    {
      path,
      input,
      definition,
    }: { readonly path: string; readonly input: string; readonly definition: RecordDefinition },
  ): Promise<ResultsFile> {
    const { refuseOverwriting } = await import('../../../import/file/overwriting.ts');
    const { resultsFormat } = await import('../../../import/report/results-file.ts');
    const format = resultsFormat(path) ?? 'csv';
    await refuseOverwriting({ context, path: input, inputName: 'the file of --from', files: { results: path } });
    return new ResultsFile(await context.files.create(path, { isOfPeople: true }), format, definition);
  }

  async write(rows: readonly StoreRecord[]): Promise<void> {
    const { fields } = this.#definition;
    const view = { fields, only: Object.keys(fields) };
    const writer = listWriter(this.#format, view, { ...targetOf(this.#file), file: this.#file });
    await writer.add(rows);
    await writer.end();
    await this.#file.close();
  }

  discard(): Promise<void> {
    return this.#file.discard();
  }
}
