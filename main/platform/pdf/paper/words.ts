/** The texts of a document: its own, of `shared/i18n/<language>/<name>.json`, and those of every document. */
import { createInstance } from 'i18next';
import type { Language } from '../../../../shared/domain/settings.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { textsOf } from '../../i18n/texts.ts';

type Tree = { [key: string]: string | Tree };

export type PaperWords = {
  language: Language;
  /** Returns one of the document's own texts; others with `paper:`, `problems:` or `causes:` before the key. */
  say(key: string, gaps?: Record<string, string | number>): string;
  /** Whether there is a text under this key. */
  has(key: string): boolean;
  /** Returns what happened and why, without what to do, which does not belong in the customer's file. */
  problem(problem: Problem): string;
};

const common = ['paper', 'problems', 'causes'] as const;

/** `own`: the document's texts in this language. */
export function createPaperWords(language: Language, own: Tree): PaperWords {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    resources: { [language]: { own, ...Object.fromEntries(common.map((area) => [area, textsOf(language, area)])) } },
    ns: ['own', ...common],
    defaultNS: 'own',
    initAsync: false,
    // Paper, not HTML.
    interpolation: { escapeValue: false },
    missingInterpolationHandler: () => '—',
  });
  // The types of i18next are set to the renderer's texts; these are other files.
  const say = i18n.t as unknown as (key: string, gaps?: Record<string, string | number>) => string;
  return {
    language,
    say: (key, gaps) => say(key, gaps),
    has: (key) => i18n.exists(key),
    problem: ({ code, detail }) => {
      const cause = detail?.cause;
      const gaps = cause === undefined ? detail : { ...detail, cause: say(`causes:${cause}`, { defaultValue: cause }) };
      return ['what', 'why'].map((part) => say(`problems:${code}.${part}`, gaps)).join(' ');
    },
  };
}
