/** UTC, `YYYY-MM-DD HH:MM:SS`. */
export const asDate = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
