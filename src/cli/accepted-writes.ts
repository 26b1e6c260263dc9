import { type ApiRequest, isWrite } from '../client/request.ts';
import { CliError } from '../errors.ts';
import { formatCount } from '../text/numbers.ts';
import { howToCheck } from './hints.ts';

/** The customers of a store that a command may have changed, with what it did last. */
type WrittenPeople = ReadonlyMap<string, PersonWrite>;

type PersonWrite = 'created' | 'changed' | 'deleted';

/** The writes of one command that the store has accepted. */
export interface AcceptedWrites {
  /** Called with each write that was sent: it may have changed what is at this path, such as `/customers/101`. */
  sent(storeId: string, method: string, resource: string): void;
  /** The customers that a write may have changed, or whose addresses, by the ID of their store. */
  people(): ReadonlyMap<string, WrittenPeople>;
  /** Called with each request that was answered with success. */
  add(request: ApiRequest): void;
  /**
   * The error to report in place of one about the command line or the result: exit code 2 would say that nothing was
   * sent. Others are returned as they are.
   */
  failureAfter<E>(error: E): E | CliError;
}

export function acceptedWrites(): AcceptedWrites {
  let count = 0;
  let last: ApiRequest | undefined;
  const people = new Map<string, Map<string, PersonWrite>>();
  return {
    sent(storeId, method, resource) {
      const [, id, part] = /^\/customers\/([^/]+)(\/.+)?$/.exec(resource) ?? [];
      if (id === undefined) return;
      const ofStore = people.get(storeId) ?? new Map();
      people.set(storeId, ofStore.set(id, part === undefined ? (writesOfCustomer[method] ?? 'changed') : 'changed'));
    },
    people: () => people,
    add(request) {
      if (!isWrite(request)) return;
      count++;
      last = request;
    },
    failureAfter(error) {
      if (!last || !(error instanceof CliError) || !aboutResult.includes(error.kind)) return error;
      const { message, hint, field, cause } = error;
      return new CliError('fault', `${message} ${acceptedText(count, last)}`, {
        hint: [hint ?? [], count === 1 ? howToCheck(last) : []].flat().join('\n') || undefined,
        field,
        cause,
      });
    },
  };
}

/** What is done to a customer at the path of this one; else the customer is changed. */
const writesOfCustomer: Readonly<Record<string, PersonWrite>> = { POST: 'created', DELETE: 'deleted' };

const aboutResult: readonly string[] = ['usage', 'fault'];

const acceptedText = (count: number, { method, url }: ApiRequest): string =>
  count === 1
    ? `The store accepted the write (${method} ${url.resource}).`
    : `The store accepted ${formatCount(count)} writes.`;
