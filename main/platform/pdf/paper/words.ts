/** Words of a document: its own, of `shared/i18n/<language>/<name>.json`, and those that stand on every paper. */
import { createInstance } from 'i18next';
import type { Language } from '../../../../shared/domain/settings.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { textsOf } from '../../i18n/texts.ts';

type Tree = { [key: string]: string | Tree };

export type PaperWords = {
  language: Language;
  /** Of the document's own words; of others by `paper:`, `problems:` or `causes:` before the key. */
  say(key: string, gaps?: Record<string, string | number>): string;
  /** Whether there are words under this key. */
  has(key: string): boolean;
  /** What happened and why; what to do is not for the customer's file. */
  problem(problem: Problem): string;
};

const common = ['paper', 'problems', 'causes'] as const;

/** `own`: the document's words in this language. */
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
  // i18next's types are set to the renderer's words; ours are other files.
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
