import type { Connection } from '../../client/connection.ts';
import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import { inNumber } from '../../text/numbers.ts';
import { isUnowned } from '../evidence/owners.ts';
import { untilInterrupted } from '../file/copy.ts';
import { type IdsByKey, idsByKey } from '../journal/attempts.ts';
import type { Journal } from '../journal/journal.ts';
import type { ImportOptions } from '../options.ts';
import { type CheckedFile, validRows } from '../rows/check.ts';
import { linesText } from '../words/problems.ts';

interface OwnedFile {
  readonly options: ImportOptions;
  readonly connection: Connection;
  readonly checked: CheckedFile;
  readonly journal: Journal | undefined;
}

/**
 * Warns of rows that an import would reject now, because nobody knows whose they are. They count as new: their owners may be
 * imported before them. Nothing is read from the store.
 */
export async function warnOfUnowned(
  noun: OwnedNoun,
  { options, connection, checked, journal }: OwnedFile,
): Promise<void> {
  const imported = journal ? idsByKey(journal, noun.owner.noun.names[1]) : noIds;
  const remembered = await options.remembered?.(connection);
  const lines: number[] = [];
  let count = 0;
  try {
    for await (const batch of untilInterrupted(validRows(checked), options.context.interrupted))
      for (const { line, values } of batch)
        if (isUnowned(values, { noun, imported, remembered }) && ++count <= maxLines) lines.push(line);
  } finally {
    remembered?.close();
  }
  if (count > 0) await options.warn(unownedText(noun, count, lines));
}

const noIds: IdsByKey = { kept: new Map(), deleted: new Map() };

/** Lines that are named, more than a person reads. */
const maxLines = 100;

const unownedText = ({ owner: { id, noun } }: OwnedNoun, count: number, lines: readonly number[]): string =>
  `${linesText(lines, count)}: no ${noun.names[0]} of an earlier import or search has this ${noun.key[0]}. An import now would reject ${inNumber('{this row|these rows}', count)}: import the ${noun.names[1]} first, or put ${inNumber('{the ID|the IDs}', count)} in a ${id} column.`;
