import { isObject } from '../../text/json.ts';
import { parameters } from './parameters.ts';
import type { Report } from './rate-limiter.ts';

const { silence } = parameters.sharing;

/** What a process tells the others that import into the same store. */
interface Note extends Report {
  /** Processes draw ascending tickets: the one with the lowest learns the rate for all. */
  readonly ticket: number;
  /** One more each time: whoever runs changes it. */
  readonly beat: number;
}

interface Peer {
  readonly note: Note;
  /** When its beat changed last; undefined until it was seen to change: its process may be gone. */
  readonly changedAt: number | undefined;
}

/** The other processes that share the limit of the store, and who of them learns it. */
interface Company {
  readonly reports: ReadonlyMap<string, Report>;
  /** Undefined if this process learns the rate. */
  readonly leader: string | undefined;
}

/**
 * The other processes that share the limit of a store. Clocks are not compared: alive is whose note changes, and a
 * process that was frozen gives up its place.
 */
export class Peers {
  readonly #name: string;
  #peers: ReadonlyMap<string, Peer> = new Map();
  #ticket = 0;
  #beat = 0;
  #lastExchange = Number.NEGATIVE_INFINITY;

  /** @param name of this process, different from those of the others */
  constructor(name: string) {
    this.#name = name;
  }

  /** Takes the notes of the others by their names. */
  read(texts: ReadonlyMap<string, string>, now: number): Company {
    const before = this.#peers;
    this.#peers = new Map(
      [...texts].flatMap(([name, text]) => {
        const peer = peerOf(parseNote(text), before.get(name), now);
        return peer ? [[name, peer] as const] : [];
      }),
    );
    const all = [...this.#peers];
    if (now - this.#lastExchange > silence) this.#ticket = 1 + Math.max(0, ...all.map(([, { note }]) => note.ticket));
    this.#lastExchange = now;
    const live = all.filter(([, { changedAt }]) => changedAt !== undefined && now - changedAt <= silence);
    const [leader] = live.reduce(
      (first, [name, { note }]) => (isBefore([name, note.ticket], first) ? ([name, note.ticket] as const) : first),
      [this.#name, this.#ticket] as const,
    );
    return {
      reports: new Map(
        live.map(([name, { note, changedAt }]) => [name, changedAt === now ? note : withoutPause(note)]),
      ),
      leader: leader === this.#name ? undefined : leader,
    };
  }

  /** The note of this process. */
  write(report: Report): string {
    const note: Note = { ...report, ticket: this.#ticket, beat: ++this.#beat };
    return JSON.stringify(note);
  }
}

type Place = readonly [name: string, ticket: number];

const isBefore = ([name, ticket]: Place, [otherName, otherTicket]: Place): boolean =>
  ticket < otherTicket || (ticket === otherTicket && name < otherName);

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
    const { ticket, beat, decreases, accepted, refused, pausedFor, total } = value;
    const counts = [ticket, beat, decreases, accepted, refused, pausedFor];
    if (!counts.every(isCount) || !(total === undefined || (isCount(total) && total > 0))) return undefined;
    return value as unknown as Note;
  } catch {
    return undefined;
  }
}

const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e12;
