import type { ConnectOptions } from '../../cli/connect.ts';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import { type PacedReads, paceReads } from '../../pace/paced-reads.ts';

/** A connection, and its requests at the rate that the store allows. */
export interface Paced {
  readonly connection: Connection;
  readonly reads: PacedReads;
}

/** Connects, and does something with many requests. */
export async function withPacedReads<T>(
  session: Session,
  work: (paced: Paced) => Promise<T>,
  more: Pick<ConnectOptions, 'renewsIndex'> = {},
): Promise<T> {
  const connection = await session.connect({ connections: maxAtOnce, manyRequests: true, ...more });
  return await pacing(session, connection, (reads) => work({ connection, reads }));
}

/** The same with a connection that is there. */
export async function pacing<T>(
  { context }: Session,
  connection: Connection,
  work: (reads: PacedReads) => Promise<T>,
): Promise<T> {
  const reads = paceReads(connection, context);
  try {
    return await work(reads);
  } finally {
    reads.end();
  }
}
