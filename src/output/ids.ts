import type { StoreRecord } from '../resources/record-fields.ts';
import { escapeText } from '../text/escape.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';
import type { FormatWriter, View } from './view.ts';

/** `--quiet`: one ID per line, as the next command takes it; each once, though a product has a record per option. */
export const idsFormat: FormatWriter = {
  list(view, target) {
    const written = new HashSet();
    const isNew = (line: string): boolean => line !== '' && written.add(numberFor(line));
    return {
      async add(records) {
        const lines = records.map((record) => idLine(view, record));
        await target.write(lines.filter(isNew).join(''));
      },
    };
  },
  record: (view, record, target) => target.write(idLine(view, record)),
};

/** Nothing for a record without an ID: an empty line would be an argument of the next command. */
function idLine({ idOf }: View, record: StoreRecord): string {
  const id = escapeText(idOf?.(record) ?? '');
  return id === '' ? '' : `${id}\n`;
}

/** A number is its own key, so that two IDs never collide. */
const numberFor = (line: string): number => (/^[1-9]\d{0,14}\n$/.test(line) ? Number(line) : hashOf(line));
