/** A text in every form in which a file could hold it, its bytes read as latin1. */
export function writtenForms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  const inBase64 = [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  const plain = [bytes.toString('latin1'), Buffer.from(text, 'utf16le').toString('latin1'), encodeURIComponent(text)];
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '');
  return [...plain, ...inBase64.filter((part) => part.length > 7), bytes.toString('hex'), folded];
}
