/** i18next for the page: the language comes from main (`AppInfo.language`) and may change at any time. */
import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/domain/settings.ts';
import { firstNamespaces, laterNamespaces, loadWords, type Namespace } from './resources.ts';

/** Words by language and namespace, when they are first drawn; what draws them waits (Suspense). */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace) => loadWords(language as Language, namespace as Namespace),
};

/** Loads the words of the first screen before the station's language is known. @param tag of a language, such as `es-CO` */
export const prepareWords = (tag: string): Promise<unknown> => loadWords(tag.startsWith('en') ? 'en' : 'es', 'app');

export async function startI18n(language: Language): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: language,
      // Both languages have the same words; another one would be loaded with each.
      fallbackLng: false,
      defaultNS: 'app',
      // i18next adds to it those that are loaded later.
      ns: [...firstNamespaces],
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

/** For words outside of what is drawn. */
export async function withWords(namespace: Namespace, use: () => void): Promise<void> {
  await i18next.loadNamespaces(namespace);
  use();
}

/** For parts of the page that are loaded: rows of a list must not wait for words, since a list that waits loses its rows. */
export const allWords = (): Promise<void> => i18next.loadNamespaces(laterNamespaces);

/** What screen readers and hyphenation go by. */
function mark(language: Language): void {
  document.documentElement.lang = language;
}
