import type { FileWriter } from '../../context.ts';

/** The files that a run writes, made before anything is sent. */
export interface Outputs {
  readonly rejected: FileWriter | undefined;
  readonly results: FileWriter | undefined;
  readonly report: FileWriter | undefined;
}
