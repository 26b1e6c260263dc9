/**
 * The sentences of a page in Markdown: of paragraphs, items, cells and headings. What is quoted as code counts as one
 * word; blocks of code are left out.
 */
export function sentencesOf(markdown: string): readonly string[] {
  const text = markdown.replace(/^```.*?^```/gms, '\n').replace(/`[^`]+`/g, 'code');
  const parts = text
    // An item, a row and a heading begin a part of their own; other lines continue one.
    .replace(/\n(?= *(?:[-*] |\d+\. |\||#|$))/gm, '\n\n')
    .split(/\n{2,}/)
    .flatMap((part) => (part.startsWith('|') ? part.split('|') : [part]));
  return parts.flatMap((part) =>
    part
      .replace(/\s+/g, ' ')
      .trim()
      .split(/(?<=[.!?:]["”)*]*) (?=["“(*]*[A-Z])|(?<=[.!?]["”)*]*) /),
  );
}

export const wordCount = (sentence: string): number =>
  sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
