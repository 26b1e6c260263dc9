import { cut } from '../../text/words.ts';
import { type Content, html } from './markup.ts';

/** A text of a file or a store is cut here: the summary of a step stays under 1 MiB. */
export const maxText = 300;

/** Nothing without content. */
export const paragraph = (content: Content): Content => content && html`<p>${content}</p>\n`;

/** Nothing without rows. */
export const table = (headings: readonly string[], rows: readonly (readonly Content[])[]): Content =>
  rows.length > 0 &&
  html`<table><tr>${headings.map((heading) => html`<th>${heading}</th>`)}</tr>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</table>
`;

/** A text of a file or a store. */
export const code = (text: string): Content => text !== '' && html`<code>${cut(text, maxText)}</code>`;
