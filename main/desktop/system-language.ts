/** The station's language where the setting says `system`: the first of the system's that we have, else Spanish. */
import { app } from 'electron';
import type { Language, Settings } from '../../shared/domain/settings.ts';

export function pickLanguage(preferred: readonly string[]): Language {
  for (const tag of preferred) {
    const language = tag.toLowerCase().split(/[-_]/)[0];
    if (language === 'es' || language === 'en') return language;
  }
  return 'es';
}

export function resolveLanguage(setting: Settings['language']): Language {
  return setting === 'system' ? pickLanguage(app.getPreferredSystemLanguages()) : setting;
}
