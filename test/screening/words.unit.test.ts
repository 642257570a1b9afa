/** One thing has one name: on screen, in lists, in exported tables and on the certificate, in each language. */
import { describe, expect, it } from 'vitest';
import enCertificate from '../../shared/i18n/en/certificate.json' with { type: 'json' };
import enResults from '../../shared/i18n/en/results.json' with { type: 'json' };
import enScreening from '../../shared/i18n/en/screening.json' with { type: 'json' };
import esCertificate from '../../shared/i18n/es/certificate.json' with { type: 'json' };
import esResults from '../../shared/i18n/es/results.json' with { type: 'json' };
import esScreening from '../../shared/i18n/es/screening.json' with { type: 'json' };
import ptCertificate from '../../shared/i18n/pt/certificate.json' with { type: 'json' };
import ptResults from '../../shared/i18n/pt/results.json' with { type: 'json' };
import ptScreening from '../../shared/i18n/pt/screening.json' with { type: 'json' };
import { matchReasons, sourceStateSchema, verdictSchema } from '../support/doors/domain.ts';

const lower = (text: string): string => text.toLocaleLowerCase();

describe.each([
  { language: 'es', screening: esScreening, results: esResults, certificate: esCertificate },
  { language: 'en', screening: enScreening, results: enResults, certificate: enCertificate },
  { language: 'pt', screening: ptScreening, results: ptResults, certificate: ptCertificate },
])('in $language', ({ screening, results, certificate }) => {
  it.each(matchReasons)('the reason %s', (reason) => {
    const { word } = screening.reason[reason];
    expect(results.match[reason]).toBe(lower(word));
  });

  it.each(['clear', 'match', 'unavailable', 'failed', 'waiting', 'skipped'] as const)('the outcome %s', (outcome) => {
    expect(lower(certificate.outcome[outcome].word)).toBe(lower(screening.outcome[outcome].word));
  });

  it('what was not screened', () => {
    expect(results.outcome['not-screened']).toBe(lower(screening.outcome.waiting.word));
  });

  it.each(sourceStateSchema.options)('of a source, %s', (state) => {
    expect(lower(certificate.sources.state[state])).toBe(lower(screening.sourceState[state]));
  });

  it.each(verdictSchema.options)('the decision %s', (verdict) => {
    expect(lower(certificate.decision.verdict[verdict])).toBe(lower(screening.verdict[verdict]));
  });
});
