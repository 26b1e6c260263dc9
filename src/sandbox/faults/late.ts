/** Work that is done after its client has gone. */
export interface LateWork {
  begin(delay: number, work: () => Promise<unknown>): void;
  /** Resolves when none is left. */
  settled(): Promise<void>;
}

export function lateWorkOf(pause: (milliseconds: number) => Promise<void>): LateWork {
  const open = new Set<Promise<void>>();
  return {
    begin(delay, work) {
      const done = pause(delay)
        .then(work)
        // Nobody is there any more who could be told of a refusal.
        .then(nothing, nothing)
        .finally(() => open.delete(done));
      open.add(done);
    },
    async settled() {
      await Promise.all(open);
    },
  };
}

const nothing = (): void => {};
