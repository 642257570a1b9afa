/** The three parts of a problem in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/errors.ts';

export type ProblemWords = { what: string; why: string; do: string };

/** A gap that main had nothing for leaves empty brackets or a doubled space behind. */
const tidy = (words: string): string =>
  words
    .replace(/\s*\(\s*\)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();

export function useProblemWords(): (problem: Problem) => ProblemWords {
  const { t } = useTranslation('problems');
  return ({ code, detail = {} }) => ({
    what: tidy(t(`${code}.what`, detail)),
    why: tidy(t(`${code}.why`, detail)),
    do: tidy(t(`${code}.do`, detail)),
  });
}
