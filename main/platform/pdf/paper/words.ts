/** The texts of a document: its own, of `shared/i18n/<language>/<name>.json`, and those of every document. */
import type { Language } from '../../../../shared/domain/settings/settings.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { textsOf } from '../../i18n/texts.ts';
import { createTranslator, type Gaps, type TextTree } from '../../i18n/translator.ts';

export type PaperWords = {
  language: Language;
  /** Returns one of the document's own texts; others with `paper:`, `problems:` or `causes:` before the key. */
  say(key: string, gaps?: Gaps): string;
  /** Whether there is a text under this key. */
  has(key: string): boolean;
  /** Returns what happened and why, without what to do, which does not belong in the customer's file. */
  problem(problem: Problem): string;
};

const common = ['paper', 'problems', 'causes'] as const;

/** `own`: the document's texts in this language. */
export function createPaperWords(language: Language, own: TextTree): PaperWords {
  const { say, has } = createTranslator(language, {
    own,
    ...Object.fromEntries(common.map((area) => [area, textsOf(language, area)])),
  });
  return {
    language,
    say,
    has,
    problem: ({ code, detail }) => ['what', 'why'].map((part) => say(`problems:${code}.${part}`, detail)).join(' '),
  };
}
