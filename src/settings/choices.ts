/** What the settings with a few values take. A file of its own: the help and the completion need no more than this. */
export const outputFormats = ['table', 'json', 'ndjson', 'csv', 'yaml'] as const;
export const languages = ['nl', 'en', 'de', 'fr', 'es', 'it'] as const;
export const filterStyles = ['both', 'plain', 'bracket'] as const;
export const taxFields = ['both', 'taxRate', 'taxRateVal'] as const;
