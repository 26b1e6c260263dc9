import type { Session } from '../../cli/session.ts';
import { foundPerson } from '../../resources/found-person.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';

/** Milliseconds after which somebody who waits is told who was found so far. */
const patience = 2000;

/** More lines than these would be a second table. */
const maxLines = 10;

/** What is said of the first hits while the search goes on. */
export function foundLines({ context: { clock, every }, notice, named }: Session) {
  const startedAt = clock.elapsed();
  const waiting: StoreRecord[] = [];
  let shown = 0;
  const show = async (): Promise<void> => {
    if (clock.elapsed() - startedAt < patience) return;
    for (const record of waiting.splice(0)) {
      shown++;
      if (shown <= maxLines) await notice(escapeText(`Found ${lineOf(named(foundPerson, record))}`));
      if (shown === maxLines + 1) await notice('Found more people. The list comes at the end.');
    }
  };
  const stop = every(patience / 4, () => void show());
  return {
    stop,
    async add(record: StoreRecord): Promise<void> {
      waiting.push(record);
      await show();
    },
  };
}

/** `customer 101: Jo Bos, Amsterdam` */
function lineOf({ customerId, lastOrderId, name, city }: StoreRecord): string {
  const who = customerId === null ? `guest of order ${lastOrderId}` : `customer ${customerId}`;
  const about = [name, city].filter((text) => typeof text === 'string' && text !== '').join(', ');
  return about === '' ? who : `${who}: ${about}`;
}
