import { escapeText } from '../../text/escape.ts';

/** HTML as it is. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | false | undefined | readonly Content[];

/**
 * HTML from a template. Values are escaped as text, unless they are HTML made here; invisible characters are spelled
 * out.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  let text = strings[0] ?? '';
  for (const [at, value] of values.entries()) text += textOf(value) + (strings[at + 1] ?? '');
  return new Markup(text);
}

function textOf(content: Content): string {
  if (content === undefined || content === false) return '';
  if (content instanceof Markup) return content.text;
  if (typeof content === 'number') return String(content);
  if (typeof content !== 'string') return content.map(textOf).join('');
  return escapeText(content).replace(/[&<>"']/g, (found) => entities[found] ?? '');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A share of 100 with the digits that a screen can show. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(3))}%`;

/** Never 100 % or 0 % where that is only rounded. */
export function shareText(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %';
  if (share < 1 && share > 0.999) return '> 99.9 %';
  return `${Number((share * 100).toFixed(1))} %`;
}

export type Fact = readonly [name: string, value: Content];

/** Those that have a value. */
export const factList = (facts: readonly Fact[]): Markup =>
  html`<dl class="facts">${facts.map(([name, value]) => value && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
