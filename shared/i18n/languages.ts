/**
 * The languages of screens, papers and command line. The code is the folder of the texts in `shared/i18n`, the value of the setting and
 * of `--lang`, and the tag (BCP 47) of dates and numbers. `name` is in the language itself. How to add a language:
 * `docs/languages.md`. Without a schema, so that the command line's help does not load zod.
 */
export const languageFacts = {
  es: { name: 'Español' },
  en: { name: 'English' },
  pt: { name: 'Português (Brasil)' },
} as const;

export type Language = keyof typeof languageFacts;

export const languages = Object.keys(languageFacts) as Language[];

/** The language used when the system's is not listed. */
export const defaultLanguage: Language = 'es';

export const isLanguage = (code: string | undefined): code is Language => code !== undefined && Object.hasOwn(languageFacts, code);

/** Returns the language of a system's tag, such as `es-CO` or `pt_BR.UTF-8`, whatever its region; undefined for languages not listed. */
export function languageOfTag(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split(/[-_.@]/)[0];
  return languages.find((language) => language === primary);
}
