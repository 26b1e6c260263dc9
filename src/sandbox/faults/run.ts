import { setMaxListeners } from 'node:events';
import { type Exchange, type HttpReply, jsonReply } from '../http/message.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import { decisionsOf, isCreation } from './decisions.ts';
import { createLimiter, type IndexLag, indexLagOf } from './limits.ts';
import type { FaultOptions } from './options.ts';
import { answered } from './quirks.ts';
import { type Execution, type FaultName, faults } from './table.ts';

/** One request on its way to the store. */
interface Call {
  readonly route: Route;
  readonly request: StoreRequest;
  readonly store: Store;
  readonly exchange: Exchange;
}

/** What is to be sent, if anything is, and the fault that hit the request, if one did. */
export interface Outcome {
  readonly reply: HttpReply | undefined;
  readonly fault?: FaultName;
}

/** A store's faults, from its opening to its close. */
export interface RunningFaults {
  /** Answers instead of the route. @throws Refusal */
  answer(call: Call): Promise<Outcome>;
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
  const enter = createLimiter(options);
  const lag = indexLagOf(options);
  const decisions = decisionsOf(options);
  const pending = new Set<Promise<void>>();

  /** The database stays open until it is done, also when its client is gone. */
  function track(work: Promise<unknown>): void {
    const done = work.then(nothing, nothing).finally(() => pending.delete(done));
    pending.add(done);
  }

  const work = (call: Call): Promise<Reply> => carriedOut(call, options, lag);

  async function carryOut(execution: Execution, call: Call): Promise<Reply | undefined> {
    if (execution === 'later') track(pause(decisions.delay()).then(() => work(call)));
    const isNow = execution === 'yes' || (execution === 'perhaps' && decisions.coin());
    return isNow ? await work(call) : undefined;
  }

  async function answerSlowly(call: Call): Promise<Outcome> {
    const fault = decisions.fault(call.route);
    const halfway = decisions.latency() / 2;
    if (halfway > 0) await pause(halfway);
    const reply = await carryOut(fault ? faults[fault].execution : 'yes', call);
    if (halfway > 0) await pause(halfway);
    if (fault === undefined) return { reply: reply && jsonReply(reply.status, reply.body) };
    return { fault, reply: await faults[fault].respond(call.exchange, { reply, ending: ending.signal }) };
  }

  return {
    async answer(call) {
      const leave = enter();
      const answer = answerSlowly(call).finally(leave);
      track(answer);
      return await answer;
    },
    hiddenFrom: lag.hiddenFrom,
    end: () => ending.abort(),
    async settled() {
      await Promise.all(pending);
    },
  };
}

async function carriedOut({ route, request, store }: Call, options: FaultOptions, lag: IndexLag): Promise<Reply> {
  const reply = await answered(route, request, store, options);
  if (isCreation(route)) lag.created(Number((reply.body as { readonly productId: unknown }).productId));
  return reply;
}

const nothing = (): void => {};
