/** The languages of the API with their IDs. */
export const languageIds = { nl: 4, en: 5, de: 6, fr: 7, es: 8, it: 9 } as const;

export type Language = keyof typeof languageIds;

export const languages = Object.keys(languageIds) as readonly Language[];

/** The English name of a language. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
