/** A Dutch postcode in its usual form, `1012 JS`; undefined if invalid. */
export function dutchPostcode(text: string): string | undefined {
  const [, digits, letters = ''] = /^([1-9]\d{3}) ?([a-z]{2})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `${digits} ${letters.toUpperCase()}`;
}
