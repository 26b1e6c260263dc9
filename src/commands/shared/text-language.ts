import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { languages, languageTagKind } from '../../resources/shop-kinds.ts';

/** Adds `--language`, the language of the texts of a store. */
export function addTextLanguageOption(command: Command): void {
  addOptions(command, textLanguageOption);
}

const textLanguageOption = {
  language: option(languageTagKind, `language of product texts: ${languages.join(', ')}, …`),
};

/** The language of texts: `--language` or `SHOP_LANGUAGE`. @throws CliError `usage` */
export const readTextLanguage = ({ settings }: Session, raw: RawOptions): string | undefined =>
  readOptions(textLanguageOption, raw).language ?? settings.language;
