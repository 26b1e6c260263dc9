/** Stores that cut keys off keep at least as much. */
const neverCut = 32;

/** What a store may do to keys, by the kind of key that it changes then. */
const changes = [
  { isOfKind: (code) => /\p{Ll}/u.test(code), change: (code) => code.toUpperCase() },
  { isOfKind: (code) => /\p{Lu}/u.test(code), change: (code) => code.toLowerCase() },
  { isOfKind: (code) => /^0/.test(code), change: (code) => code.replace(/^0+/, '') },
  { isOfKind: (code) => /[^ -~]/.test(code), change: (code) => code.normalize('NFC') },
  { isOfKind: (code) => code !== code.trim(), change: (code) => code.trim() },
  { isOfKind: (code) => code.length > neverCut, change: (code) => code.slice(0, neverCut) },
] as const satisfies readonly {
  readonly isOfKind: (code: string) => boolean;
  readonly change: (code: string) => string;
}[];

/**
 * Which kinds of keys the store has shown as they were sent. Some keep a key in another form (lower case, without leading
 * zeros, cut off) and find it only so: there "absent" says nothing.
 */
export class KeptKeys {
  readonly #changes = new Set<(typeof changes)[number]>(changes);

  /** The store shows a product under exactly this key. */
  note({ code }: { readonly code: string }): void {
    for (const each of this.#changes) if (each.isOfKind(code)) this.#changes.delete(each);
  }

  /** Under which keys the store may have this one: each change alone, and all of them. */
  otherForms<K extends { readonly code: string }>(key: K): readonly K[] {
    const { code } = key;
    const possible = [...this.#changes].filter(({ isOfKind }) => isOfKind(code));
    const forms = possible.map(({ change }) => change(code));
    const codes = new Set([...forms, possible.reduce((text, { change }) => change(text), code)]);
    return [...codes].filter((form) => form !== code && form !== '').map((form) => ({ ...key, code: form }));
  }
}
