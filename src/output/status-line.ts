import type { Messages, Output } from '../context.ts';

/**
 * An output with a status line: one line that stands below everything that is written, until it is taken away. The cursor waits at its beginning, so
 * that whatever else writes to the terminal overwrites it, and a terminal that has broken the line in becoming narrower is cleared from there on.
 */
export function withStatusLine(output: Output): Messages {
  let shown = '';
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
      if (shown === '' || text === '') return await output.write(text);
      await output.write(`${clear}${text}${text.endsWith('\n') ? drawn(shown) : ''}`);
    },
    async status(line) {
      if (line === '' && shown === '') return;
      shown = line;
      await output.write(line === '' ? clear : drawn(line));
    },
  };
}

const clear = '\r\u001b[J';
/** Written over what stood there: nothing flickers. */
const drawn = (line: string): string => `\r${line}\u001b[J\r`;
