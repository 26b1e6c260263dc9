import type { Connection } from '../../client/connection.ts';
import { type FileTable, hasSecrets } from '../../resources/file-table.ts';
import { idKind } from '../../resources/kinds.ts';
import { Secrets } from '../../text/redact.ts';
import type { SendableRow } from '../map/rows/key.ts';

/**
 * A connection that takes what a row has in secret fields out of what the store says: it may say it back, and what is said
 * of a row is kept. Short texts too, unlike elsewhere: only what is said of this row is less readable.
 */
export function withoutSecretsOf(row: SendableRow, noun: FileTable, connection: Connection): Connection {
  if (!hasSecrets(noun)) return connection;
  const { values, stated } = row;
  const secrets = new Secrets();
  for (const [field, value] of Object.entries(values)) if (!(field in stated)) secrets.add(String(value));
  return { ...connection, redact: (text) => secrets.removeFrom(connection.redact(text)) };
}

/** What a store says of a person, without the values of the row: the message is kept. An ID says nothing about a person. */
export function withoutValuesOf({ values }: SendableRow, { hashKey, draft }: FileTable, message: string): string {
  if (!hashKey) return message;
  const secrets = new Secrets();
  const texts = Object.entries(values).flatMap(([field, value]) => (isId(field, draft) ? [] : String(value)));
  // A shorter text is hardly a name, and would take ordinary words apart.
  for (const text of texts) if (text.length > 2) for (const form of [text, text.toLowerCase()]) secrets.add(form);
  return secrets.removeFrom(message);
}

const isId = (field: string, draft: FileTable['draft']): boolean => draft.fields[field]?.kind.name === idKind.name;
