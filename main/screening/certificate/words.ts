/** The certificate's words, of `shared/i18n/<language>/certificate.json`. */
import { createInstance } from 'i18next';
import type { Language } from '../../../shared/domain/settings.ts';
import type { Problem } from '../../../shared/errors.ts';
import enCauses from '../../../shared/i18n/en/causes.json' with { type: 'json' };
import enCertificate from '../../../shared/i18n/en/certificate.json' with { type: 'json' };
import enProblems from '../../../shared/i18n/en/problems.json' with { type: 'json' };
import esCauses from '../../../shared/i18n/es/causes.json' with { type: 'json' };
import esCertificate from '../../../shared/i18n/es/certificate.json' with { type: 'json' };
import esProblems from '../../../shared/i18n/es/problems.json' with { type: 'json' };

export type CertificateWords = {
  language: Language;
  say(key: string, gaps?: Record<string, string | number>): string;
  /** What happened and why; what to do is not for the customer's file. */
  problem(problem: Problem): string;
};

const resources = {
  es: { certificate: esCertificate, problems: esProblems, causes: esCauses },
  en: { certificate: enCertificate, problems: enProblems, causes: enCauses },
};

export function createCertificateWords(language: Language): CertificateWords {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    resources,
    ns: ['certificate', 'problems', 'causes'],
    defaultNS: 'certificate',
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
    problem: ({ code, detail }) => {
      const cause = detail?.cause;
      const gaps = cause === undefined ? detail : { ...detail, cause: say(`causes:${cause}`, { defaultValue: cause }) };
      return ['what', 'why'].map((part) => say(`problems:${code}.${part}`, gaps)).join(' ');
    },
  };
}
