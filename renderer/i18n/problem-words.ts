/** The three parts of a problem in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { Problem, ProblemDetail } from '../../shared/errors.ts';
import causes from '../../shared/i18n/es/causes.json';
import ui from './es/ui.json';

export type ProblemWords = { what: string; why: string; do: string };

/** A gap that main had nothing for leaves empty brackets or a doubled space behind. */
const tidy = (words: string): string =>
  words
    .replace(/\s*\(\s*\)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();

const isCause = (value: unknown): value is keyof typeof causes => typeof value === 'string' && Object.hasOwn(causes, value);
const isSecret = (value: unknown): value is keyof typeof ui.secrets => typeof value === 'string' && Object.hasOwn(ui.secrets, value);

export function useProblemWords(): (problem: Problem) => ProblemWords {
  const { t } = useTranslation(['problems', 'causes', 'ui']);
  return ({ code, detail = {} }) => {
    // Main names some things by the system's or our own code; those that have words are told in words.
    const { cause, secret } = detail;
    const told: ProblemDetail = {
      ...detail,
      ...(isCause(cause) ? { cause: t(`causes:${cause}`, detail) } : {}),
      ...(cause === 'unknown' ? { cause: '' } : {}),
      ...(isSecret(secret) ? { secret: t(`ui:secrets.${secret}`) } : {}),
    };
    return {
      what: tidy(t(`problems:${code}.what`, told)),
      why: tidy(t(`problems:${code}.why`, told)),
      do: tidy(t(`problems:${code}.do`, told)),
    };
  };
}
