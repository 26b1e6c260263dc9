import { Document, type Scalar } from 'yaml';
import { type StringifyContext, stringifyNumber, stringifyString } from 'yaml/util';
import { escapeJson } from '../text/escape.ts';

/**
 * Block style, as the library's `Document` writes it. Its nodes take ten times as long, so only texts and numbers are
 * written by the library. YAML quotes text with escaped code points: no other style has escapes.
 */
export const toYaml = (value: unknown): string => escapeJson(`${written(value, '')}\n`);

function written(value: unknown, indent: string): string {
  if (typeof value === 'string') return writtenText(value, indent, false);
  if (typeof value === 'number') return stringifyNumber({ value } as Scalar);
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? writtenSequence(value, indent) : writtenMapping(Object.entries(value), indent);
}

function writtenSequence(elements: readonly unknown[], indent: string): string {
  if (elements.length === 0) return '[]';
  return elements.map((element) => `- ${written(element, `${indent}  `)}`).join(`\n${indent}`);
}

function writtenMapping(entries: readonly (readonly [string, unknown])[], indent: string): string {
  if (entries.length === 0) return '{}';
  const inner = `${indent}  `;
  const pair = ([name, value]: readonly [string, unknown]): string => {
    const key = writtenText(name, inner, true);
    if (key.length > maxKey) return `? ${key}\n${indent}: ${written(value, inner)}`;
    return `${key}:${isBlock(value) ? `\n${inner}` : ' '}${written(value, inner)}`;
  };
  return entries.map(pair).join(`\n${indent}`);
}

/** Longer keys are no keys without a `?` in front (YAML 1.2.2, section 7.4.2). */
const maxKey = 1024;

const isBlock = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/**
 * Letters, digits and signs that mean nothing in YAML, after a letter: only a word for null or a boolean, and
 * what YAML 1.1 reads as a float (`e5`), needs quotes. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z](?:[\w ./()+-]*[\w.)])?$/.test(text) && !/^(?:null|true|false|yes|no|on|off|y|n|e[-+]?\d+)$/i.test(text);

function writtenText(text: string, indent: string, implicitKey: boolean): string {
  if (isPlain(text)) return text;
  const scalar = { value: text, type: needsQuotes(text) ? ('QUOTE_DOUBLE' as const) : undefined };
  const context = { doc: document, indentStep: '  ', inFlow: null, actualString: true, options, indent, implicitKey };
  return stringifyString(scalar as Scalar, context as unknown as StringifyContext);
}

// YAML 1.1 reads NO, on and 12:30 as other types: these are quoted too.
const document = new Document(null, { compat: 'yaml-1.1' });

const options = { blockQuote: true, defaultStringType: 'PLAIN', doubleQuotedMinMultiLineLength: 40, lineWidth: 0 };

/** `=` and `<<` have a meaning of their own in YAML 1.1. Block style would lose the leading spaces of lines that have nothing else. */
const needsQuotes = (text: string): boolean =>
  !/^[ -~]*$/.test(text)
    ? escapeJson(text) !== text || (text.includes('\n') && /(^|\n)[ \n]|[ \n]$/.test(text))
    : text === '=' || text === '<<';
