import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import words from '../../shared/i18n/es/certificate.json' with { type: 'json' };
import { outcomeSchema, rowFaults, sourceStateSchema, verdictSchema } from '../support/doors/domain.ts';
import { localTime } from '../support/doors/pdf.ts';
import { certificateName, outcomeKey } from '../support/doors/screening.ts';
import { textsOf } from '../support/doors/words.ts';
import { aMatch, clearView, failedView, matchView, unavailableView, waitingView } from '../support/screening/certificate-views.ts';

let zone: string | undefined;
beforeEach(() => {
  zone = process.env.TZ;
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('moments', () => {
  it.each([
    ['America/Bogota', 'es', '21 de noviembre de 2026, 17:29:27 (UTC−05:00)'],
    ['America/Bogota', 'en', 'November 21, 2026, 17:29:27 (UTC−05:00)'],
    ['Asia/Kolkata', 'en', 'November 22, 2026, 03:59:27 (UTC+05:30)'],
    ['America/St_Johns', 'es', '21 de noviembre de 2026, 18:59:27 (UTC−03:30)'],
    ['UTC', 'en', 'November 21, 2026, 22:29:27 (UTC+00:00)'],
  ] as const)('in %s, %s', (TZ, language, text) => {
    process.env.TZ = TZ;
    expect(localTime('2026-11-21T22:29:27.000Z', language)).toBe(text);
  });

  it('gives what is no moment as it is', () => {
    expect(localTime('ayer', 'es')).toBe('ayer');
  });
});

describe('the name of the file', () => {
  it('has the local day and the log number, and nothing of the person', () => {
    process.env.TZ = 'America/Bogota';
    const view = { ...clearView, askedAt: '2026-11-22T03:00:00.000Z', logNumber: '123456' };
    expect(certificateName(view, 'es')).toBe('constancia-consulta-2026-11-21-123456.pdf');
    expect(certificateName(view, 'en')).toBe('screening-certificate-2026-11-21-123456.pdf');
    expect(certificateName({ ...view, logNumber: null }, 'es')).toBe('constancia-consulta-2026-11-21.pdf');
    expect(certificateName({ ...view, logNumber: '../../etc/12' }, 'es')).toBe('constancia-consulta-2026-11-21-etc12.pdf');
  });
});

describe('the outcome', () => {
  it('is what the search says', () => {
    const keys = [clearView, matchView, unavailableView, failedView, waitingView].map(outcomeKey);
    expect(keys).toEqual(['clear', 'match', 'unavailable', 'failed', 'waiting']);
  });

  it('is never clear when the sources do not bear it out', () => {
    const [lists, ...others] = clearView.sources;
    if (!lists) throw new Error('no lists');
    expect(outcomeKey({ ...clearView, sources: [] })).toBe('unknown');
    expect(outcomeKey({ ...clearView, sources: clearView.sources.map((source) => ({ ...source, state: 'not-asked' })) })).toBe('unknown');
    expect(outcomeKey({ ...clearView, sources: [{ ...lists, state: 'no-answer' }, ...others] })).toBe('unknown');
    expect(outcomeKey({ ...clearView, sources: [{ ...lists, state: 'hit' }, ...others] })).toBe('unknown');
    expect(outcomeKey({ ...clearView, matches: [aMatch] })).toBe('unknown');
    expect(outcomeKey({ ...clearView, state: 'damaged' })).toBe('damaged');
  });
});

it('has words for every value', () => {
  expect(Object.keys(words.outcome)).toEqual(expect.arrayContaining(outcomeSchema.options));
  expect(Object.keys(words.sources.state)).toEqual(sourceStateSchema.options);
  expect(Object.keys(textsOf('es', 'results').fault)).toEqual([...rowFaults]);
  expect(Object.keys(words.decision.verdict)).toEqual(verdictSchema.options);
});
