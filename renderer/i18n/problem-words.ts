/** The three parts of a problem in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { Problem, ProblemDetail } from '../../shared/errors.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { fullTime } from './formats.ts';

export type ProblemWords = { what: string; why: string; do: string };

/** Removes the empty brackets or doubled space that a placeholder without a value leaves behind. */
const tidy = (words: string): string =>
  words
    .replace(/\s*\(\s*\)/g, '')
    .replace(/ {2,}/g, ' ')
    .trim();

type Cause = keyof Texts['causes'];
type Secret = keyof Texts['ui']['secrets'];

/** Returns the texts of a problem; suspends until they are loaded. */
export function useProblemWords(): (problem: Problem) => ProblemWords {
  const { t, i18n } = useTranslation(['problems', 'causes', 'ui']);
  const hasWords = (key: unknown, at: string) => typeof key === 'string' && /^[\w-]+$/.test(key) && i18n.exists(`${at}${key}`);
  const isCause = (value: unknown): value is Cause => hasWords(value, 'causes:');
  const isSecret = (value: unknown): value is Secret => hasWords(value, 'ui:secrets.');
  return ({ code, detail = {} }) => {
    // Main names some things by the system's or our own code; codes that have a text are shown as text.
    const { cause, secret, until } = detail;
    const values: ProblemDetail = {
      ...detail,
      ...(isCause(cause) && { cause: t(`causes:${cause}`, detail) }),
      ...(cause === 'unknown' && { cause: '' }),
      ...(until && { until: fullTime(until) }),
      ...(isSecret(secret) && { secret: t(`ui:secrets.${secret}`) }),
    };
    return {
      what: tidy(t(`problems:${code}.what`, values)),
      why: tidy(t(`problems:${code}.why`, values)),
      do: tidy(t(`problems:${code}.do`, values)),
    };
  };
}
