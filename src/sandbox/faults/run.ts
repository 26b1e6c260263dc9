import { setMaxListeners } from 'node:events';
import { type Exchange, type HttpReply, jsonReply } from '../http/message.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import { type Decisions, decisionsOf, isCreation } from './decisions.ts';
import { createLimiter, indexLagOf } from './limits.ts';
import type { FaultOptions } from './options.ts';
import { answered } from './quirks.ts';
import { respond } from './responses.ts';
import { type Execution, type FaultName, faults } from './table.ts';

/** One request on its way to the store. */
interface Call {
  readonly route: Route;
  readonly request: StoreRequest;
  readonly store: Store;
  readonly exchange: Exchange;
  /** Called with the fault that hits the request. */
  readonly hit: (fault: FaultName) => void;
}

/** A store's faults, from its opening to its close. */
export interface RunningFaults {
  /**
   * Answers instead of the route: with its reply, or what a fault leaves of it; undefined if nothing is left to send.
   * @throws Refusal
   */
  answer(call: Call): Promise<HttpReply | undefined>;
  /** The first product that lists and searches do not show yet. */
  hiddenFrom(): number | undefined;
  /** Ends all waiting: connections of silent requests are closed, late commits are made now. */
  end(): void;
  /** Resolves when no pending work needs the database. */
  settled(): Promise<void>;
}

/** Starts the faults of these options. Without faults, requests skip this module. */
export function startFaults(options: FaultOptions): RunningFaults {
  const ending = new AbortController();
  // Every waiting request adds a listener; Node warns of a leak from eleven on.
  setMaxListeners(0, ending.signal);
  const pause = (milliseconds: number): Promise<void> => options.clock.sleep(milliseconds, ending.signal);
  const [enter, lag, decisions, pending] = [
    createLimiter(options),
    indexLagOf(options),
    decisionsOf(options),
    trackPendingWork(),
  ];
  const carryOut = executions({ decisions, pending, pause }, async ({ route, request, store }) => {
    const reply = await answered(route, request, store, options);
    if (isCreation(route)) lag.created(Number((reply.body as { readonly productId: unknown }).productId));
    return reply;
  });

  async function answerAfterAWhile(call: Call): Promise<HttpReply | undefined> {
    const [name, halfway] = [decisions.fault(call.route), decisions.latency() / 2];
    if (halfway > 0) await pause(halfway);
    const reply = await carryOut[name ? faults[name].execution : 'yes'](call);
    if (halfway > 0) await pause(halfway);
    if (name === undefined) return reply && jsonReply(reply.status, reply.body);
    call.hit(name);
    return await respond(faults[name].response, call.exchange, { reply, ending: ending.signal });
  }

  return {
    async answer(call) {
      const leave = enter();
      const answer = answerAfterAWhile(call).finally(leave);
      pending.add(answer);
      return await answer;
    },
    hiddenFrom: lag.hiddenFrom,
    end: () => ending.abort(),
    settled: pending.settled,
  };
}

type Work = (call: Call) => Promise<Reply | undefined>;

interface Means {
  readonly decisions: Decisions;
  readonly pending: PendingWork;
  readonly pause: (milliseconds: number) => Promise<void>;
}

const executions = ({ decisions, pending, pause }: Means, work: Work): Readonly<Record<Execution, Work>> => ({
  no: async () => undefined,
  yes: work,
  perhaps: async (call) => (decisions.coin() ? await work(call) : undefined),
  later: async (call) => {
    pending.add(pause(decisions.delay()).then(() => work(call)));
    return undefined;
  },
});

/** Work that may outlast its client: the database must stay open until it is done. */
interface PendingWork {
  add(work: Promise<unknown>): void;
  /** Resolves when none of it is left. */
  settled(): Promise<void>;
}

function trackPendingWork(): PendingWork {
  const open = new Set<Promise<void>>();
  return {
    add(work) {
      // The client gets the outcome, if it is still there.
      const done = work.then(nothing, nothing).finally(() => open.delete(done));
      open.add(done);
    },
    async settled() {
      await Promise.all(open);
    },
  };
}

const nothing = (): void => {};
