import { isObject } from '../../text/json.ts';
import { parameters } from './parameters.ts';
import type { Report } from './rate-limiter.ts';

const { silence } = parameters.sharing;

/** What a process tells the others that import into the same store. */
interface Note extends Report {
  /** One more each time: whoever runs changes it. */
  readonly beat: number;
}

interface Peer {
  readonly note: Note;
  /** When its beat changed last; undefined until it was seen to change: its process may be gone. */
  readonly changedAt: number | undefined;
}

/** The other processes that share the limit of a store. Clocks are not compared: alive is whose note changes. */
export class Peers {
  #peers: ReadonlyMap<string, Peer> = new Map();
  #beat = 0;

  /** Takes the notes of the others by their names. Returns what those that are alive report. */
  read(texts: ReadonlyMap<string, string>, now: number): ReadonlyMap<string, Report> {
    const before = this.#peers;
    this.#peers = new Map(
      [...texts].flatMap(([name, text]) => {
        const peer = peerOf(parseNote(text), before.get(name), now);
        return peer ? [[name, peer] as const] : [];
      }),
    );
    const live = [...this.#peers].filter(([, { changedAt }]) => changedAt !== undefined && now - changedAt <= silence);
    return new Map(live.map(([name, { note, changedAt }]) => [name, changedAt === now ? note : withoutPause(note)]));
  }

  /** The note of this process. */
  write(report: Report): string {
    const note: Note = { ...report, beat: ++this.#beat };
    return JSON.stringify(note);
  }
}

/** An unreadable note may just be written: the last one counts. */
function peerOf(note: Note | undefined, before: Peer | undefined, now: number): Peer | undefined {
  if (!note) return before;
  if (!before) return { note, changedAt: undefined };
  return note.beat === before.note.beat ? before : { note, changedAt: now };
}

/** A pause is counted from when it is first heard of: the note says how long it is, not until when. */
const withoutPause = (note: Note): Report => ({ ...note, pausedFor: 0 });

/** Undefined for what is no note: another version, or damaged. */
function parseNote(text: string): Note | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return undefined;
    const { beat, decreases, accepted, refused, pausedFor, noise, total } = value;
    const counts = [beat, decreases, accepted, refused, pausedFor, noise];
    if (!counts.every(isCount) || !(total === undefined || (isCount(total) && total > 0))) return undefined;
    return value as unknown as Note;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e12;
