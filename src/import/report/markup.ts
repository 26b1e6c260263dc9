import { escapeText } from '../../text/escape.ts';

/** HTML or XML as it is, beside texts that are escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | false | undefined | readonly Content[];

/** Values are escaped as text, unless they are HTML or XML made here; invisible characters are spelled out. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.map((text, at) => text + textOf(values[at])).join(''));
}

function textOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(textOf).join('');
  // XML 1.0 has no \ufffe and \uffff.
  return escapeText(String(content)).replace(/[&<>"'\ufffe\uffff]/g, (found) => entities[found] ?? '\ufffd');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
