import type { Context, Output } from '../context.ts';

/** Whether a stream is coloured: at a terminal; `NO_COLOR` (no-color.org), `FORCE_COLOR` and `TERM=dumb` as everywhere, `--no-color` above all. */
export function usesColor(option: unknown, env: Context['env'], { isTerminal }: Output): boolean {
  if (option === false || env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== '0') return true;
  return isTerminal && env.TERM !== 'dumb';
}
