/** i18next for the page: the language comes from main (`AppInfo.language`) and may change at any time. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/domain/settings.ts';
import { resources } from './resources.ts';

export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'es',
    defaultNS: 'app',
    resources,
    interpolation: { escapeValue: false },
    returnNull: false,
    // Without it a gap that main left empty would be shown as {{cause}}.
    missingInterpolationHandler: () => '',
  });
  mark(language);
}

export async function changeLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  await i18next.changeLanguage(language);
  mark(language);
}

/** What screen readers and hyphenation go by. */
function mark(language: Language): void {
  document.documentElement.lang = language;
}
