/**
 * The languages of screens, papers and command line, each with its name in itself. The code is the BCP 47 tag that dates and numbers are
 * formatted with, the folder of the texts here, the value of the setting and of `--lang`. Without a schema, so that the command line's
 * help does not load zod. How to add one: `docs/languages.md`.
 */
export const languageNames = {
  es: 'Español',
  en: 'English',
} as const;

export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as Language[];

/** The language where the system's is none of these. */
export const defaultLanguage: Language = 'es';

export const isLanguage = (code: string | undefined): code is Language => code !== undefined && Object.hasOwn(languageNames, code);

/** Returns the language of a system's tag, such as `es-CO` or `pt_BR.UTF-8`, whatever its region; undefined for languages not listed. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split(/[-_.@]/)[0];
  return languages.find((language) => language === primary);
}
