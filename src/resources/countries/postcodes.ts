/** A Dutch postcode as it is written, `1012 JS`, from however it was typed; undefined when it is none. */
export function dutchPostcode(text: string): string | undefined {
  const [, digits, letters = ''] = /^([1-9]\d{3}) ?([a-z]{2})$/i.exec(text.trim()) ?? [];
  return digits === undefined ? undefined : `${digits} ${letters.toUpperCase()}`;
}
