const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Reads `500ms`, `30s`, `2m`, `1h` or seconds without a unit, as milliseconds; undefined for anything else and for zero. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text);
  const milliseconds = match ? Math.round(Number(match[1]) * (units[match[2] ?? 's'] ?? 0)) : 0;
  return milliseconds > 0 && milliseconds < 2 ** 31 ? milliseconds : undefined;
}
