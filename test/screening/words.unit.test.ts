/** One thing has one name: on screen, in lists, in exported tables and on the certificate, in each language. */
import { describe, expect, it } from 'vitest';
import enBulk from '../../shared/i18n/en/bulk.json' with { type: 'json' };
import enCertificate from '../../shared/i18n/en/certificate.json' with { type: 'json' };
import enCli from '../../shared/i18n/en/cli.json' with { type: 'json' };
import enScreening from '../../shared/i18n/en/screening.json' with { type: 'json' };
import esBulk from '../../shared/i18n/es/bulk.json' with { type: 'json' };
import esCertificate from '../../shared/i18n/es/certificate.json' with { type: 'json' };
import esCli from '../../shared/i18n/es/cli.json' with { type: 'json' };
import esScreening from '../../shared/i18n/es/screening.json' with { type: 'json' };
import { matchReasons, sourceNames, sourceStateSchema, verdictSchema } from '../support/doors/domain.ts';

const lower = (text: string): string => text.toLocaleLowerCase();

describe.each([
  { language: 'es', screening: esScreening, bulk: esBulk, cli: esCli, certificate: esCertificate },
  { language: 'en', screening: enScreening, bulk: enBulk, cli: enCli, certificate: enCertificate },
])('in $language', ({ screening, bulk, cli, certificate }) => {
  it.each(matchReasons)('the reason %s', (reason) => {
    const { word } = screening.reason[reason];
    expect([certificate.reason[reason], bulk.reason[reason], cli.export.reason[reason]]).toEqual([word, lower(word), lower(word)]);
  });

  it.each(['clear', 'match', 'unavailable', 'failed', 'waiting', 'skipped'] as const)('the outcome %s', (outcome) => {
    expect(lower(certificate.outcome[outcome].word)).toBe(lower(screening.outcome[outcome].word));
  });

  it('what was not screened', () => {
    expect(cli.export.outcome['not-screened']).toBe(lower(screening.outcome.waiting.word));
  });

  it.each(sourceNames)('the source %s', (source) => {
    expect(certificate.sources.name[source]).toBe(screening.source[source]);
  });

  it.each(sourceStateSchema.options)('of a source, %s', (state) => {
    expect(lower(certificate.sources.state[state])).toBe(lower(screening.sourceState[state]));
  });

  it.each(verdictSchema.options)('the decision %s', (verdict) => {
    expect(lower(certificate.decision.verdict[verdict])).toBe(lower(screening.verdict[verdict]));
  });
});
