/** Work that may go on after its client has gone: the database must stay open for it. */
export interface UnderWay {
  add(work: Promise<unknown>): void;
  /** Resolves when none of it is left. */
  settled(): Promise<void>;
}

export function nothingUnderWay(): UnderWay {
  const open = new Set<Promise<void>>();
  return {
    add(work) {
      // How it went is told to the client, if to anybody.
      const done = work.then(nothing, nothing).finally(() => open.delete(done));
      open.add(done);
    },
    async settled() {
      await Promise.all(open);
    },
  };
}

const nothing = (): void => {};
