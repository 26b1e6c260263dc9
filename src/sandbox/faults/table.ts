/** One way in which a store fails: whether the request is carried out, and what the client sees. */
interface Fault {
  /** `perhaps` is half of the times; `later` is up to `latestCommit` after the client saw the end. */
  readonly execution: 'no' | 'yes' | 'later' | 'perhaps';
  /** A number is the status of an error. */
  readonly response: 'failure' | 'throttled' | 'reset' | 'silence' | 'cut' | 'page' | 'id' | number;
}

export type Execution = Fault['execution'];
export type FaultResponse = Fault['response'];

/** What `POST /products` may meet. */
export const writeFaults = {
  '5xx-before': { execution: 'no', response: 'failure' },
  '5xx-after': { execution: 'yes', response: 'failure' },
  '429-after': { execution: 'yes', response: 'throttled' },
  'reset-before': { execution: 'no', response: 'reset' },
  'reset-after': { execution: 'yes', response: 'reset' },
  'late-commit': { execution: 'later', response: 'reset' },
  hang: { execution: 'perhaps', response: 'silence' },
  'cut-body': { execution: 'yes', response: 'cut' },
  'html-200': { execution: 'perhaps', response: 'page' },
  'error-200-after': { execution: 'yes', response: 200 },
  '400-after': { execution: 'yes', response: 400 },
  '403-after': { execution: 'yes', response: 403 },
  '409-after': { execution: 'yes', response: 409 },
  '422-after': { execution: 'yes', response: 422 },
  'id-only': { execution: 'yes', response: 'id' },
  'id-only-before': { execution: 'no', response: 'id' },
} as const satisfies Readonly<Record<string, Fault>>;

/** What a GET may meet. */
export const readFaults = {
  'get-5xx': { execution: 'no', response: 'failure' },
  'get-reset': { execution: 'no', response: 'reset' },
  'get-hang': { execution: 'no', response: 'silence' },
  'get-html-200': { execution: 'no', response: 'page' },
} as const satisfies Readonly<Record<string, Fault>>;

/** Every fault that has a share of the requests. */
export const faults: Readonly<Record<FaultName, Fault>> = { ...writeFaults, ...readFaults };

export type FaultName = keyof typeof writeFaults | keyof typeof readFaults;

/** How a store may deviate, in every request. */
export const quirks = ['fold-keys', 'change-keys', 'ignore-filter'] as const;
export type Quirk = (typeof quirks)[number];

/** Milliseconds. */
export const latestCommit = 2000;
