/** Words of a document: its own, of `shared/i18n/<language>/<name>.json`, and those that stand on every paper. */
import { createInstance } from 'i18next';
import type { Language } from '../../../../shared/domain/settings.ts';
import type { Problem } from '../../../../shared/errors.ts';
import enCauses from '../../../../shared/i18n/en/causes.json' with { type: 'json' };
import enPaper from '../../../../shared/i18n/en/paper.json' with { type: 'json' };
import enProblems from '../../../../shared/i18n/en/problems.json' with { type: 'json' };
import esCauses from '../../../../shared/i18n/es/causes.json' with { type: 'json' };
import esPaper from '../../../../shared/i18n/es/paper.json' with { type: 'json' };
import esProblems from '../../../../shared/i18n/es/problems.json' with { type: 'json' };

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

const common = {
  es: { paper: esPaper, problems: esProblems, causes: esCauses },
  en: { paper: enPaper, problems: enProblems, causes: enCauses },
};

/** `own`: the document's words in both languages. */
export function createPaperWords(language: Language, own: Record<Language, Tree>): PaperWords {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    resources: { [language]: { own: own[language], ...common[language] } },
    ns: ['own', 'paper', 'problems', 'causes'],
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
