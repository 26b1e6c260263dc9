import { Stopper } from '../../src/pace/stopper.ts';

/** What stops an import into shop.example: a token that is refused is so only once, unless `more` says otherwise. */
export const stopperOf = (more: Partial<ConstructorParameters<typeof Stopper>[0]> = {}): Stopper =>
  new Stopper({
    host: 'shop.example',
    interrupted: new AbortController().signal,
    maxErrors: undefined,
    hasCreated: true,
    probe: async () => undefined,
    ...more,
  });
