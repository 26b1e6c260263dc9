/** The text with the entities that PHP's `htmlspecialchars` and `htmlentities` write for signs as these signs: `&amp;` is &. */
export const withoutEntities = (text: string): string =>
  text
    .replace(/&#(\d{1,6});/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&(lt|gt|quot|apos|nbsp);/g, (_, name: keyof typeof signs) => signs[name])
    .replaceAll('&amp;', '&');

const signs = { lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' } as const;
