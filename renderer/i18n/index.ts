/** i18next for the page: the language comes from main (in the document, then `AppInfo.language`) and may change at any time. */
import i18next, { type BackendModule, type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../shared/domain/settings/settings.ts';
import { languageFacts } from '../../shared/i18n/languages.ts';
import { firstAreas } from '../../shared/i18n/texts.ts';
import { loadWords, type Namespace, namespaces } from './resources.ts';

/** Loads texts by language and namespace when they are first drawn; the component that draws them waits (Suspense). */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace) => loadWords(language as Language, namespace as Namespace),
};

/** Formats counts with the separators of the language; other numbers are ports, log numbers and the like. */
const counts = {
  type: 'formatter',
  format: (value, _format, language, options) =>
    /^(count|total|done)$/.test(options?.interpolationkey) ? value?.toLocaleString(language) : value,
} as FormatterModule;

/** Loads the texts of the first screen. @throws when they cannot be loaded */
export async function startI18n(language: Language): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .use(counts)
    .init({
      lng: language,
      // All languages have the same texts; a fallback language would be loaded with each.
      fallbackLng: false,
      defaultNS: 'app',
      // i18next adds the namespaces that are loaded later.
      ns: [...firstAreas],
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
      // Without it a placeholder that main left empty would be shown as {{cause}}.
      missingInterpolationHandler: () => '',
    });
  // i18next only notes that it failed, and would show the names of the texts.
  const missing = firstAreas.filter((area) => !i18next.hasResourceBundle(language, area));
  if (missing.length > 0) throw new Error(`missing texts: ${language} ${missing}`);
}

export async function changeLanguage(language: Language): Promise<void> {
  if (i18next.language === language) return;
  await i18next.changeLanguage(language);
  mark(language);
}

/** Runs `use` once the texts of the namespace are loaded; for code outside of rendering. */
export async function withWords(namespace: Namespace, use: () => void): Promise<void> {
  await i18next.loadNamespaces(namespace);
  use();
}

/** Loads all texts, for parts that are loaded later: rows of a list must not suspend, since a list that suspends loses its rows. */
export const allWords = (): Promise<void> => i18next.loadNamespaces(namespaces);

/** Returns the name of a language in the language of the screen, as it is written within a sentence. */
export const languageName = (language: Language): string =>
  new Intl.DisplayNames(i18next.language, { type: 'language' }).of(language) ?? languageFacts[language].name;

/** Sets the document's language, which screen readers and hyphenation use. */
function mark(language: Language): void {
  document.documentElement.lang = language;
}
