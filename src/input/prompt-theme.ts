import { styleText } from 'node:util';
import { escapeText } from '../text/escape.ts';

type Format = Parameters<typeof styleText>[0];

/** How questions look. The library asks Node about colours, and Node only knows the environment; `--no-color` has to count too. */
export function themeOf(color: boolean) {
  const paint = (format: Format) => (text: string) => (color ? styleText(format, text, { validateStream: false }) : text);
  const [bold, dim, cyan, red] = [paint('bold'), paint('dim'), paint('cyan'), paint('red')];
  return {
    prefix: { idle: paint('blue')('?'), done: paint('green')('✔') },
    style: {
      answer: cyan,
      // What may be left out, and why, is of no interest any more once there is an answer.
      message: (text: string, status: string) => bold(status === 'done' ? text.replace(/ \([^()]*\):$/, ':') : text),
      error: (text: string) => red(`> ${escapeText(text)}`),
      defaultAnswer: (text: string) => dim(`(${text})`),
      help: dim,
      highlight: cyan,
      key: (text: string) => cyan(`<${text}>`),
      description: cyan,
      disabled: dim,
      searchTerm: (text: string) => cyan(escapeText(text)),
      maskedText: '(not shown)',
      keysHelpTip: (keys: readonly (readonly [string, string])[]) => keys.map(([key, action]) => dim(`${key} ${action}`)).join(dim(', ')),
    },
  };
}

export type Theme = ReturnType<typeof themeOf>;
