import type { FaultOptions } from './options.ts';

/** An index that shows new products only after a lag. */
interface IndexLag {
  /** Called for every created product, in order. */
  created(id: number): void;
  /** The first product that lists and searches do not show yet; undefined when they show all. */
  hiddenFrom(): number | undefined;
}

export function indexLagOf({ indexLag = 0, clock }: Pick<FaultOptions, 'indexLag' | 'clock'>): IndexLag {
  const waiting: { readonly id: number; readonly shownAt: number }[] = [];
  return {
    created(id) {
      if (indexLag > 0) waiting.push({ id, shownAt: clock.elapsed() + indexLag });
    },
    hiddenFrom() {
      const now = clock.elapsed();
      while (waiting[0] && waiting[0].shownAt <= now) waiting.shift();
      return waiting[0]?.id;
    },
  };
}
