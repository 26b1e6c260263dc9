import { type RunOptions, shopCli } from './run.ts';
import { type Behaviour, json, type SeenRequest, serveStore } from './store.ts';

/** One line of `doctor --json`. */
interface DoctorLine {
  readonly group: string;
  readonly name: string;
  readonly result: string;
  readonly message: string;
  readonly hint: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Diagnosis {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** The line of a check; fails the test where there is none. */
  readonly line: (name: string) => DoctorLine;
  /** The names of all checks with this result. */
  readonly all: (result: string) => readonly string[];
}

/** Runs `doctor --json` with more options. */
export async function diagnose(options: string, how: RunOptions): Promise<Diagnosis> {
  const { code, out, err } = await shopCli(`doctor --json ${options}`, { now: () => new Date(), ...how });
  const lines = JSON.parse(out) as readonly DoctorLine[];
  return {
    ...{ code, out, err },
    line(name) {
      const found = lines.find((line) => line.name === name);
      if (!found) throw new Error(`There is no check ${name} among ${lines.map((line) => line.name).join(', ')}.`);
      return found;
    },
    all: (result) => lines.filter((line) => line.result === result).map(({ name }) => name),
  };
}

/** The same against a store that answers as `behaviour` does, with the requests that it got. */
export async function diagnoseStore(
  behaviour: Behaviour,
  how: RunOptions = {},
): Promise<Diagnosis & { readonly seen: readonly SeenRequest[] }> {
  const { variables, seen } = await serveStore(behaviour);
  return { ...(await diagnose('', { ...how, env: { ...variables, ...how.env } })), seen };
}

/** A store with one product and no basket. */
export const smallStore: Behaviour = ({ path }, response) =>
  path === '/api/v2/products'
    ? json(response, 200, { numRows: 1, data: [{ productId: 1, sku: 'MUG', uprid: '1' }] })
    : json(response, 200, []);
