/** Meanings that rules of the profile, or a person, give to data that no other rule reads. */
import { describe, expect, it } from 'vitest';
import type { SourceName } from '../support/doors/domain.ts';
import { readSources, type SourcesInput } from '../support/doors/screening.ts';
import { query } from '../support/screening/search-answer.ts';
import { sourceState } from '../support/screening/source-state.ts';

const asked = query();

describe('rules of the profile', () => {
  const rules: SourcesInput['rules'] = [
    { source: 'judicial', path: '$.resultado', pattern: 'solicitud * atendida', meaning: 'clear' },
    { source: 'judicial', path: '$.folios[*].sello', pattern: '*', meaning: 'ignored' },
    { source: 'judicial', path: '$.semaforo', pattern: 'rojo', meaning: 'hit' },
    { source: 'judicial', path: '$.semaforo', pattern: 'gris', meaning: 'no-answer' },
    { source: 'judicial', path: '$.resultado', pattern: 'no registra antecedentes (A)', meaning: 'hit' },
    { source: 'judicial', path: '$.resultado', pattern: 'turno * de * despacho', meaning: 'clear' },
  ];
  it.each<[unknown, string]>([
    [{ resultado: 'Solicitud 123  ATENDIDA' }, 'clear'],
    [{ resultado: 'solicitud atendida' }, 'unread'],
    [{ otro: 'Solicitud 123 atendida' }, 'unread'],
    [{ resultado: 'Solicitud 123 atendida', folios: [{ sello: 'x' }, { sello: 9 }] }, 'clear'],
    [{ resultado: 'Solicitud 123 atendida', folios: [{ sello: 'x', radicado: '1' }] }, 'hit'],
    [{ semaforo: 'ROJO' }, 'hit'],
    [{ semaforo: 'gris' }, 'no-answer'],
    [{ semaforo: 'verde' }, 'unread'],
    [{ resultado: 'No registra antecedentes (A)' }, 'hit'],
    [{ resultado: 'Turno 1 de 2 despacho' }, 'clear'],
    [{ resultado: 'Turno 1 despacho' }, 'unread'],
  ])('%j is %s', (value, expected) => {
    expect(sourceState('judicial', value, asked, { rules }).state).toBe(expected);
  });

  it('are stored in their own order, so that the answer reads the same again', () => {
    const ordered: SourcesInput['rules'] = [
      { source: 'judicial', path: '$[*].sello', pattern: 'folio 9', meaning: 'hit' },
      { source: 'judicial', path: '$[*].sello', pattern: 'folio *', meaning: 'clear' },
    ];
    const of = (rules: SourcesInput['rules']) =>
      readSources({
        query: asked,
        results: [{ datos_ramajudicial: [{ sello: 'folio 1' }, { sello: 'folio 9' }] }],
        undescribed: [],
        year: null,
        rules,
        readings: [],
        trusted: true,
      });
    const first = of(ordered);
    expect(first.sources[1]).toMatchObject({ source: 'judicial', state: 'hit' });
    expect(of(first.used).sources).toEqual(first.sources);
  });

  it.each<[SourceName, SourcesInput['rules'][number]['meaning'], string]>([
    ['lists', 'clear', 'clear'],
    ['lists', 'ignored', 'no-answer'],
    ['judicial', 'no-answer', 'no-answer'],
    ['judicial', 'ignored', 'clear'],
    ['news', 'clear', 'clear'],
    ['social', 'clear', 'not-asked'],
  ])('give null in place of %s the meaning %s', (source, meaning, expected) => {
    const of = (pattern: string, path = '$') => sourceState(source, null, asked, { rules: [{ source, path, pattern, meaning }] }).state;
    expect(of('Null')).toBe(expected);
    for (const other of [of('*'), of('n*'), of('null', '$.a')]) expect(other).toBe(sourceState(source, null, asked).state);
  });

  it('are for their source alone', () => {
    expect(sourceState('procurator', { resultado: 'Solicitud 123 atendida' }, asked, { rules }).state).toBe('unread');
  });

  it('those that read something are named', () => {
    const { used } = readSources({
      query: asked,
      results: [{ datos_ramajudicial: { semaforo: 'rojo' } }],
      undescribed: [],
      year: null,
      rules,
      readings: [],
      trusted: true,
    });
    expect(used).toEqual([rules[2]]);
  });
});

describe('what a person said that unread data means', () => {
  const said = (meaning: 'clear' | 'hit' | 'no-answer') => ({
    readings: [{ of: 'judicial', meaning, reason: 'r', by: 'b', at: 'a' }],
  });
  it.each([
    [{ a: 'raro' }, 'clear', 'clear'],
    [{ a: 'raro' }, 'hit', 'hit'],
    [{ a: 'raro' }, 'no-answer', 'no-answer'],
    [{ sancion: 'S' }, 'clear', 'hit'],
    [{ error: 'timeout' }, 'clear', 'no-answer'],
  ] as const)('%j, %s: %s', (value, meaning, expected) => {
    expect(sourceState('judicial', value, asked, said(meaning)).state).toBe(expected);
  });

  it('of an untrusted answer, or one that reports a failure elsewhere, is never clear', () => {
    expect(sourceState('judicial', { a: 'raro' }, asked, { ...said('clear'), trusted: false }).state).toBe('no-answer');
    const undescribed = [{ members: { error: 'timeout' }, place: null, entries: null }];
    expect(sourceState('judicial', { a: 'raro' }, asked, { ...said('clear'), undescribed }).state).toBe('no-answer');
  });
});
