/** One way in which a store fails: whether the request is carried out, and what the client sees. */
interface Fault {
  /** `perhaps` is half of the times; `later` is up to `latestCommit` after the client saw the end. */
  readonly done: 'no' | 'yes' | 'later' | 'perhaps';
  readonly seen: 'error' | 'throttled' | 'reset' | 'silence' | 'cut' | 'page';
}

export type Done = Fault['done'];
export type Shown = Fault['seen'];

/** What `POST /products` may meet. */
export const writeFaults = {
  '5xx-before': { done: 'no', seen: 'error' },
  '5xx-after': { done: 'yes', seen: 'error' },
  '429-after': { done: 'yes', seen: 'throttled' },
  'reset-before': { done: 'no', seen: 'reset' },
  'reset-after': { done: 'yes', seen: 'reset' },
  'late-commit': { done: 'later', seen: 'reset' },
  hang: { done: 'perhaps', seen: 'silence' },
  'cut-body': { done: 'yes', seen: 'cut' },
  'html-200': { done: 'perhaps', seen: 'page' },
} as const satisfies Readonly<Record<string, Fault>>;

/** What a GET may meet. */
export const readFaults = {
  'get-5xx': { done: 'no', seen: 'error' },
  'get-reset': { done: 'no', seen: 'reset' },
  'get-hang': { done: 'no', seen: 'silence' },
  'get-html-200': { done: 'no', seen: 'page' },
} as const satisfies Readonly<Record<string, Fault>>;

/** Every fault that has a share of the requests. */
export const faults: Readonly<Record<FaultName, Fault>> = { ...writeFaults, ...readFaults };

export type FaultName = keyof typeof writeFaults | keyof typeof readFaults;

/** How a store may deviate, in every request. */
export const quirks = ['fold-keys', 'ignore-filter'] as const;
export type Quirk = (typeof quirks)[number];

/** Milliseconds. */
export const latestCommit = 2000;
