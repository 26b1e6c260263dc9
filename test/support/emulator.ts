import xterm from '@xterm/headless';
import { lookIn } from './canary.ts';
import { graphemes } from './unicode.ts';

/** How one character of the screen looks. */
export interface Look {
  readonly character: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
  /** The colour of the palette (1 is red, 2 green, 6 cyan), or undefined for the terminal's own. */
  readonly color: number | undefined;
}

/** A place on the screen. */
export interface Cell extends Look {
  /** Columns: 2 for a wide character, and 0 for the place behind it that it covers. */
  readonly width: number;
}

/** What a program may change of a terminal and must leave as it was. */
export interface TerminalModes {
  readonly isAlternateScreen: boolean;
  readonly bracketedPaste: boolean;
  readonly mouse: string;
  readonly focusEvents: boolean;
  readonly applicationKeys: boolean;
  readonly isCursorVisible: boolean;
  readonly title: string;
}

/** A terminal without a window: takes the bytes that a program writes, and shows what a person would see. */
export class Emulator {
  readonly #terminal: InstanceType<typeof xterm.Terminal>;
  #title = '';
  #isCursorVisible = true;
  /** Everything written so far, for what no screen shows. */
  raw = '';

  constructor(columns: number, rows: number) {
    this.#terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 20_000, allowProposedApi: true });
    this.#terminal.unicode.register(graphemes);
    this.#terminal.unicode.activeVersion = graphemes.version;
    this.#terminal.onTitleChange((title) => {
      this.#title = title;
    });
    for (const [final, isVisible] of [
      ['h', true],
      ['l', false],
    ] as const) {
      // The emulator keeps this to itself: the handler only listens, and lets it go on.
      this.#terminal.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
        if (parameters.includes(25)) this.#isCursorVisible = isVisible;
        return false;
      });
    }
  }

  /** Resolves when the bytes are on the screen. */
  write(bytes: string | Uint8Array): Promise<void> {
    this.raw += typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8');
    return new Promise((resolve) => this.#terminal.write(bytes, resolve));
  }

  /** What the terminal itself sends, as an answer to a question of the program (`CSI 6 n`). */
  onAnswer(send: (bytes: string) => void): void {
    this.#terminal.onData(send);
  }

  resize(columns: number, rows: number): void {
    this.#terminal.resize(columns, rows);
  }

  /** The lines of the screen, without spaces at their ends and without the empty ones at the end. */
  get screen(): string {
    const { viewportY } = this.#terminal.buffer.active;
    return this.#text(viewportY, viewportY + this.#terminal.rows);
  }

  /** The screen and what has scrolled out of it; a line that was wrapped is one line again. */
  get text(): string {
    return this.#text(0, this.#terminal.buffer.active.length, true);
  }

  /** Every character of the screen and of what has scrolled out of it, row by row. */
  get cells(): readonly (readonly Cell[])[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: active.length }, (_, row) =>
      this.#cells(row).map((look, column) => ({
        ...look,
        width: active.getLine(row)?.getCell(column)?.getWidth() ?? 1,
      })),
    );
  }

  /** The rows in which a line goes on that was too long for the one before. */
  get wrappedRows(): readonly string[] {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, row) => row).filter((row) => active.getLine(row)?.isWrapped);
    return rows.map(
      (row) => `${active.getLine(row - 1)?.translateToString()}\n${active.getLine(row)?.translateToString(true)}`,
    );
  }

  get cursor(): { readonly column: number; readonly row: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { column: cursorX, row: cursorY };
  }

  get modes(): TerminalModes {
    const { bracketedPasteMode, mouseTrackingMode, sendFocusMode, applicationCursorKeysMode } = this.#terminal.modes;
    return {
      isAlternateScreen: this.#terminal.buffer.active.type === 'alternate',
      bracketedPaste: bracketedPasteMode,
      mouse: mouseTrackingMode,
      focusEvents: sendFocusMode,
      applicationKeys: applicationCursorKeysMode,
      isCursorVisible: this.#isCursorVisible,
      title: this.#title,
    };
  }

  /** How each character of the first occurrence of this text on the screen looks; undefined where it is not there. */
  looksOf(text: string): readonly Look[] | undefined {
    const { viewportY } = this.#terminal.buffer.active;
    for (let row = viewportY; row < viewportY + this.#terminal.rows; row++) {
      const cells = this.#cells(row);
      const at = cells
        .map(({ character }) => character)
        .join('')
        .indexOf(text);
      // Characters of two code units stand before it only where a test puts them there.
      if (at !== -1) return cells.slice(at, at + text.length);
    }
    return undefined;
  }

  dispose(): void {
    lookIn('the screen', this.raw);
    lookIn('the screen, without its line breaks,', this.text.replace(/\s/g, ''));
    this.#terminal.dispose();
  }

  #text(from: number, to: number, joined = false): string {
    const lines: string[] = [];
    for (let row = from; row < to; row++) {
      const line = this.#terminal.buffer.active.getLine(row);
      const text = line?.translateToString(!(joined && this.#terminal.buffer.active.getLine(row + 1)?.isWrapped)) ?? '';
      if (joined && line?.isWrapped && lines.length > 0) lines.push(`${lines.pop()}${text}`);
      else lines.push(text);
    }
    return lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd();
  }

  #cells(row: number): readonly Look[] {
    const line = this.#terminal.buffer.active.getLine(row);
    return Array.from({ length: line?.length ?? 0 }, (_, column) => {
      const cell = line?.getCell(column);
      return {
        character: cell?.getChars() || ' ',
        isBold: Boolean(cell?.isBold()),
        isDim: Boolean(cell?.isDim()),
        color: cell?.isFgDefault() ? undefined : cell?.getFgColor(),
      };
    });
  }
}
