import type { Context, Messages, Output } from '../context.ts';
import { readsCommands, withoutCommands } from '../text/ci-commands.ts';

/**
 * An output with a status line below everything else. The cursor waits at its start, so that other output overwrites
 * it, and a narrowed terminal is cleared from there. On a CI service no written line acts as a command.
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
