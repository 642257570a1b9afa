/** Resolves the setting `system`: the first of the system's languages that the station has, else the default. */
import { app } from 'electron';
import type { Settings } from '../../shared/domain/settings/settings.ts';
import { defaultLanguage, type Language, languageOfTag } from '../../shared/i18n/languages.ts';

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
