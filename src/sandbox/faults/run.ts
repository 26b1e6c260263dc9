import { setMaxListeners } from 'node:events';
import { type HttpExchange, type HttpReply, jsonReply } from '../http/message.ts';
import type { Route, RouteAnswer, Store, StoreRequest } from '../route.ts';
import { createsProducts, decisionsOf } from './decisions.ts';
import { createLimiter, indexLagOf } from './limits.ts';
import type { FaultOptions } from './options.ts';
import { answered } from './quirks.ts';
import { type Execution, type FaultName, faults } from './table.ts';

/** One request on its way to the store. */
interface Call {
  readonly route: Route;
  readonly request: StoreRequest;
  readonly store: Store;
  readonly exchange: HttpExchange;
}

/** What is to be sent, if anything is, and the fault that hit the request, if one did. */
export interface ReplyAndFault {
  readonly reply: HttpReply | undefined;
  readonly fault?: FaultName;
}

/** A store's faults, from its opening to its close. Without faults, requests skip this module. */
export class RunningFaults {
  readonly #options: FaultOptions;
  readonly #decisions: ReturnType<typeof decisionsOf>;
  readonly #lag: ReturnType<typeof indexLagOf>;
  readonly #enter: () => () => void;
  readonly #ending = new AbortController();
  readonly #pending = new Set<Promise<void>>();

  constructor(options: FaultOptions) {
    this.#options = options;
    this.#decisions = decisionsOf(options);
    this.#lag = indexLagOf(options);
    this.#enter = createLimiter(options);
    // Every waiting request adds a listener; Node warns of a leak from eleven on.
    setMaxListeners(0, this.#ending.signal);
  }

  /** Answers instead of the route. @throws Refusal */
  async answer(call: Call): Promise<ReplyAndFault> {
    const leave = this.#enter();
    const answer = this.#answerSlowly(call).finally(leave);
    this.#track(answer);
    return await answer;
  }

  /** The first product that lists and searches do not show yet. */
  hiddenFrom(): number | undefined {
    return this.#lag.hiddenFrom();
  }

  /** Ends all waiting: connections of silent requests are closed, late commits are made now. */
  end(): void {
    this.#ending.abort();
  }

  /** Resolves when no pending work needs the database. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #answerSlowly(call: Call): Promise<ReplyAndFault> {
    const fault = this.#decisions.fault(call.route);
    const halfway = this.#decisions.latency() / 2;
    await this.#pause(halfway);
    const reply = await this.#carryOut(fault ? faults[fault].execution : 'yes', call);
    await this.#pause(halfway);
    if (fault === undefined) return { reply: reply && jsonReply(reply.status, reply.body) };
    const { signal } = this.#ending;
    return { fault, reply: await faults[fault].respond(call.exchange, { reply, ending: signal }) };
  }

  async #carryOut(execution: Execution, call: Call): Promise<RouteAnswer | undefined> {
    if (execution === 'later') this.#track(this.#pause(this.#decisions.delay()).then(() => this.#work(call)));
    const isNow = execution === 'yes' || (execution === 'perhaps' && this.#decisions.coin());
    return isNow ? await this.#work(call) : undefined;
  }

  async #work({ route, request, store }: Call): Promise<RouteAnswer> {
    const reply = await answered(route, request, store, this.#options);
    if (createsProducts(route)) this.#lag.created(Number((reply.body as { readonly productId: unknown }).productId));
    return reply;
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await this.#options.clock.sleep(milliseconds, this.#ending.signal);
  }

  /** The database stays open until it is done, also when its client is gone. */
  #track(work: Promise<unknown>): void {
    const done = work.then(nothing, nothing).finally(() => this.#pending.delete(done));
    this.#pending.add(done);
  }
}

const nothing = (): void => {};
