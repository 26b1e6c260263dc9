import type { Context, Messages, Output } from '../context.ts';
import { readsCommands, withoutCommands } from '../text/ci-commands.ts';

/**
 * An output with a status line: one line below everything that is written, until it is removed. The cursor waits at its
 * beginning, so that whatever else writes to the terminal overwrites it, and a terminal that has broken the line in
 * becoming narrower is cleared from there on. What is written on a CI service is no command there, whoever chose the
 * words.
 */
export function messagesOn(output: Output, env: Context['env']): Messages {
  let shown = '';
  const plain = (text: string): string => (readsCommands(env) ? withoutCommands(text) : text);
  return {
    get isTerminal() {
      return output.isTerminal;
    },
    get columns() {
      return output.columns;
    },
    get closed() {
      return output.closed;
    },
    get fault() {
      return output.fault;
    },
    async write(text) {
      if (shown === '' || text === '') return await output.write(plain(text));
      await output.write(`${clear}${plain(text)}${text.endsWith('\n') ? drawn(shown) : ''}`);
    },
    command: (line) => output.write(`${line}\n`),
    async status(line) {
      if (line === '' && shown === '') return;
      shown = plain(line);
      await output.write(line === '' ? clear : drawn(shown));
    },
  };
}

const clear = '\r\u001b[J';
/** Written over what stood there: nothing flickers. */
const drawn = (line: string): string => `\r${line}\u001b[J\r`;
