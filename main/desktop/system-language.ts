/** What the station takes from the system: the language for the setting `system`, and the character that separates cells of a CSV. */
import { app } from 'electron';
import type { Settings } from '../../shared/domain/settings/settings.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../shared/i18n/languages.ts';

/** Returns the first of the system's languages that the station has, else the default. */
export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = languageOfTag(tag);
    if (language !== undefined) return language;
  }
  return defaultLanguage;
}

export function resolveLanguage(setting: Settings['language']): Language {
  return setting === 'system' ? pickLanguage(app.getPreferredSystemLanguages()) : setting;
}

/**
 * Returns the separator by which Excel opens a CSV. Windows has one for each region: a semicolon where numbers have a comma, as in Colombia,
 * and a comma elsewhere, as in Mexico.
 * @param country two letters (ISO 3166-1); a comma for anything else
 */
export function listSeparatorOf(country: string): ';' | ',' {
  if (!/^[A-Z]{2}$/.test(country)) return ',';
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  return new Intl.NumberFormat(`${language}-${country}`).format(0.5).includes(',') ? ';' : ',';
}

/** By the system's region, which is independent of its language. */
export const listSeparator = (): ';' | ',' => listSeparatorOf(app.getLocaleCountryCode());
