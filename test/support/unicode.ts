import type xterm from '@xterm/headless';

type UnicodeProvider = Parameters<InstanceType<typeof xterm.Terminal>['unicode']['register']>[0];

/**
 * How wide characters are and which of them are one, as terminals of today draw them: Unicode's own properties, a letter with its marks or an
 * emoji with all that is joined to it in one place (kitty, WezTerm, Ghostty, iTerm2, Windows Terminal). The emulator's own table is of Unicode 6,
 * which had no emoji. Taken from the engine's regular expressions, so that it is not the table of the library that is judged by it.
 */
export const graphemes: UnicodeProvider = {
  version: 'graphemes',
  wcwidth: widthOf,
  charProperties(codepoint, preceding) {
    const [before, kindBefore] = [(preceding >> 1) & 3, preceding >> 3];
    const character = String.fromCodePoint(codepoint);
    const kind = kindOf(character, kindBefore);
    const joins =
      before > 0 &&
      (widthOf(codepoint) === 0 || kindBefore === kinds.joiner || kind === kinds.pair || isSkinTone(character));
    // An emoji in text style becomes a wide one by the variation selector behind it.
    const width = joins
      ? Math.max(before, kind === kinds.pair || (codepoint === 0xfe0f && kindBefore === kinds.emoji) ? 2 : before)
      : widthOf(codepoint);
    return (kind << 3) | (width << 1) | (joins ? 1 : 0);
  },
};

const kinds = { other: 0, joiner: 1, regional: 2, pair: 3, emoji: 4 } as const;

function kindOf(character: string, before: number): number {
  if (character === '\u200d') return kinds.joiner;
  if (/\p{Regional_Indicator}/u.test(character)) return before === kinds.regional ? kinds.pair : kinds.regional;
  return /\p{Emoji}/u.test(character) ? kinds.emoji : kinds.other;
}

const isSkinTone = (character: string): boolean => /\p{Emoji_Modifier}/u.test(character);

function widthOf(codepoint: number): 0 | 1 | 2 {
  const character = String.fromCodePoint(codepoint);
  if (/[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]/u.test(character)) return 0;
  return /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u.test(
    character,
  )
    ? 2
    : 1;
}
