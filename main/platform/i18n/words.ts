/** The texts of the command line, from `shared/i18n`. */
import { secretNames } from '../../../shared/domain/closed-lists.ts';
import { formatTime } from '../../../shared/domain/local-format.ts';
import type { JobStatus } from '../../../shared/domain/signing/job-status.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import { secretVariables } from '../keychain/environment-secrets.ts';
import { textsOf } from './texts.ts';
import { createTranslator, type Gaps, type TextTree } from './translator.ts';

export type Words = {
  language: Language;
  /** Returns the text of a key of `cli.json`. A key of a different file begins with the name of its area, such as `record:`. */
  say(key: string, gaps?: Gaps): string;
  /** All texts of the command line under a key, without filling gaps. */
  texts(key: string): TextTree;
  /** The state in the window's word. */
  status(status: JobStatus): string;
  /** Returns what happened, why, and what to do, as one text. */
  problem(problem: Problem): string;
};

/** The first is meant by a key without an area. */
const areas = ['cli', 'causes', 'jobs', 'problems', 'record', 'results', 'statuses', 'ui', 'verification'] as const;

/** @param reader the command line has its own ways out: `do` of `cli.json`, by code, in place of the window's screens and buttons */
export function createWords(language: Language, reader: 'window' | 'command-line' = 'window'): Words {
  const { say, texts } = createTranslator(language, Object.fromEntries(areas.map((area) => [area, textsOf(language, area)])));
  /** Replaces the name of a secret with its label, adds the environment variable for it, and writes a time out. */
  const named = (detail: Problem['detail'] = {}): Gaps => {
    const name = secretNames.find((one) => one === detail.secret);
    return {
      ...detail,
      ...(detail.until !== undefined && { until: formatTime(detail.until, 'medium', language) }),
      ...(name !== undefined && { secret: say(`ui:secrets.${name}`), variable: secretVariables[name] }),
    };
  };
  return {
    language,
    say,
    texts,
    status: (status) => say([`statuses:${status}`, `jobs:shown.${status}`]),
    problem({ code, detail }) {
      const parts = [
        `problems:${code}.what`,
        `problems:${code}.why`,
        [...(reader === 'window' ? [] : [`do.${code}`]), `problems:${code}.do`],
      ];
      return parts.map((keys) => say(keys, named(detail))).join(' ');
    },
  };
}
