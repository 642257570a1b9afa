import { describe, expect, it } from 'vitest';
import { doubtOfName } from '../support/doors/renderer/screening.ts';

describe('a name that looks reversed', () => {
  it.each([
    ['PÉREZ GÓMEZ, Ana María', 'Ana María PÉREZ GÓMEZ'],
    ['  Smith ,  John ', 'John Smith'],
  ])('%s: the comma tells, and %s is offered', (typed, suggestion) => {
    expect(doubtOfName(typed)).toEqual({ kind: 'comma', suggestion });
  });

  it.each(['Pérez, Gómez, Ana', 'Pérez,', ', Ana'])('%s: a comma, without a suggestion', (typed) => {
    expect(doubtOfName(typed)).toEqual({ kind: 'comma', suggestion: null });
  });

  it.each([
    ['García Pérez María José', 'María José García Pérez'],
    ['RODRIGUEZ JUAN', 'JUAN RODRIGUEZ'],
    ['De la Peña Gómez Ana', 'Ana De la Peña Gómez'],
  ])('%s: common surnames first', (typed, suggestion) => {
    expect(doubtOfName(typed)).toEqual({ kind: 'surnames-first', suggestion });
  });

  it('has no suggestion where the beginning of the given names is unclear', () => {
    expect(doubtOfName('García Quiñónez Ana')).toEqual({ kind: 'surnames-first', suggestion: null });
  });

  it.each([
    '',
    '   ',
    'Ana María Pérez Gómez',
    'María José',
    'García Pérez',
    'García',
    'María del Carmen',
    'De la Cruz',
    'Juan García Andrés Pérez',
    'Inversiones Pérez y Compañía',
    'Comercial Pérez, S.A.',
    'Comercial Pérez, S.A.S.',
    'Transportes Díaz, Ltda.',
    'John Smith, Jr.',
  ])('%s: no doubt', (typed) => {
    expect(doubtOfName(typed)).toBeNull();
  });
});
