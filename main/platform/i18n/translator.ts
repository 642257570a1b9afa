/** Looks up texts of one language by their keys and fills their gaps. */
import { createInstance, type FormatterModule } from 'i18next';
import type { Language } from '../../../shared/i18n/languages.ts';

export type Gaps = Record<string, string | number>;

export type TextTree = { readonly [key: string]: string | TextTree };

export type Translator = {
  /**
   * Returns the text of a key. A key without the name of an area, such as `record:`, is of the first area. The first of several keys that
   * has a text counts. The code of a cause becomes its text, when it has one.
   */
  say(key: string | string[], gaps?: Gaps): string;
  /** Whether there is a text under this key. */
  has(key: string): boolean;
  /** Returns all texts of the first area under a key, without filling gaps. */
  texts(key: string): TextTree;
};

/** Gaps that are counts: they have the separators of the language, as on the screen. Other numbers are ports, rows and the like. */
const isCount = /^(accepted|clear|count|done|failed|files|match|rows|signed|total|unavailable|waiting)$/;
const counts = {
  type: 'formatter',
  format: (value: unknown, _format, language, options) =>
    typeof value === 'number' && isCount.test(options?.interpolationkey) ? value.toLocaleString(language) : value,
} as FormatterModule;

/** @param areas the texts of each area, by its name; `causes` are those of causes */
export function createTranslator(language: Language, areas: Readonly<Record<string, TextTree>>): Translator {
  const ns = Object.keys(areas);
  const [first = ''] = ns;
  const i18n = createInstance();
  void i18n.use(counts).init({
    lng: language,
    resources: { [language]: areas },
    ns,
    defaultNS: first,
    initAsync: false,
    // Terminals, JSON and paper, not HTML.
    interpolation: { escapeValue: false, alwaysFormat: true },
    // For a placeholder without a value in the problem's detail.
    missingInterpolationHandler: () => '—',
  });
  // The types of i18next are set to the renderer's texts (there is one set per program); these are other files.
  const translate = i18n.t as unknown as (key: string | string[], gaps: Gaps) => string;
  return {
    say(key, gaps = {}) {
      const { cause } = gaps;
      return translate(
        key,
        cause === undefined ? gaps : { ...gaps, cause: translate(`causes:${cause}`, { ...gaps, defaultValue: cause }) },
      );
    },
    has: (key) => i18n.exists(key),
    texts: (key) => i18n.getResource(language, first, key),
  };
}
