import { describe, expect, it } from 'vitest';
import { isOfOtherName, partsOf, validationProfileSchema } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import {
  clientInfoOf,
  initialFetchInput,
  knownPart,
  missingParts,
  namedVisit,
  nextStep,
  noDetails,
  ownParts,
  partsInOrder,
  saysNothing,
  titleOf,
  trimmed,
} from '../support/doors/renderer/visits.ts';
import { documentOf, recordOf, searchOf } from '../support/visits/visits.ts';

const details = (differs: Partial<typeof noDetails>) => ({ ...noDetails, ...differs });

describe('details of a visit', () => {
  it('count as missing while all three are blank', () => {
    expect(saysNothing(details({ name: '  ', transaction: '\t' }))).toBe(true);
    for (const field of ['name', 'identification', 'transaction'] as const) expect(saysNothing(details({ [field]: ' x ' }))).toBe(false);
  });

  it('tell a visit from another one of the same name by its number', () => {
    expect(namedVisit(details({ name: 'Ana', identification: '12', transaction: 'TX' }))).toBe('Ana · 12');
    expect(namedVisit(details({ name: 'Ana', transaction: 'TX' }))).toBe('Ana · TX');
    expect(namedVisit(details({ transaction: 'TX' }))).toBe('TX');
    expect(namedVisit(noDetails)).toBe('');
  });

  it('tell a record of another name, if no word of the names is the same', () => {
    const named = (record: string, visit: string) => isOfOtherName({ name: record }, { name: visit });
    expect(named('ROSALBA INÉS CONTRERAS DUARTE', 'María Peña Ñáñez')).toBe(true);
    expect(named('PEÑA ÑAÑEZ DE LA CRUZ, MARIA', 'María de la Torre')).toBe(false);
    expect(named('LUIS DE LA CRUZ', 'María de la Torre')).toBe(true);
    // Nothing is known where one of them has no name.
    expect([named('', 'María Peña'), named('MARÍA PEÑA', '')]).toEqual([false, false]);
  });

  it('name the visit by the first that is filled in, and sign with the transaction number if there is one', () => {
    const whole = { name: 'Ana', identification: '1020', transaction: 'T-1' };
    expect([titleOf(whole), clientInfoOf(whole)]).toEqual(['Ana', 'T-1']);
    expect([titleOf({ ...whole, name: '' }), clientInfoOf({ ...whole, transaction: '' })]).toEqual(['1020', '1020']);
    expect([titleOf(details({ transaction: 'T-1' })), clientInfoOf(details({ name: 'Ana' }))]).toEqual(['T-1', 'Ana']);
    expect(trimmed({ name: ' Ana ', identification: ' 1 ', transaction: 'T ' })).toEqual({
      name: 'Ana',
      identification: '1',
      transaction: 'T',
    });
  });

  it('lead from the record to the screening, to what needs reading, to the signature and the evidence', () => {
    const can = { fetch: true, screen: true };
    const [records, screenings] = [[recordOf('r')], [searchOf('s')]];
    const begun = { records: [], screenings: [], documents: [], findings: [], blocking: 0, events: [] };
    expect(nextStep({ ...begun, screenings }, can)).toBe('fetch');
    expect(nextStep({ ...begun, records, blocking: 1 }, can)).toBe('screen');
    expect(nextStep({ ...begun, records, screenings }, can)).toBe('sign');
    expect(nextStep({ ...begun, records, screenings, blocking: 1 }, can)).toBe('read');
    expect(nextStep(begun, { fetch: false, screen: false })).toBe('sign');
    const warned = {
      rule: 'recordAlerts',
      level: 'warn',
      overridable: true,
      needsReason: true,
      key: 'k',
      problem: problem('policy-record-alerts'),
      overridden: null,
    } as const;
    expect(nextStep({ ...begun, records, screenings, findings: [warned] }, can)).toBe('read');
    const overridden = { ...warned, needsReason: false, overridden: { by: 'Ana', at: '', reason: 'seen' } };
    expect(nextStep({ ...begun, records, screenings, findings: [overridden] }, can)).toBe('sign');
    const signed = { ...begun, records, screenings, documents: [documentOf('d', 'd.pdf')] };
    expect(nextStep(signed, can)).toBe('evidence');
  });
});

describe('what the query is asked by', () => {
  const path = (differs: object) => partsOf(validationProfileSchema.parse({ baseUrl: 'https://api.example', ...differs }));
  const three = path({ path: 'api/{a}/V/{t}/{i}', transactionPart: 't', identificationPart: 'i' });
  const visit = { name: 'Ana', identification: ' 1020 ', transaction: ' T-1' };

  it('takes the values that the visit has, and asks for the others', () => {
    expect(ownParts(three)).toEqual(['a']);
    expect(three.parts.map((part) => knownPart(three, part, visit))).toEqual([null, 'T-1', '1020']);
    expect(ownParts(path({ path: 'api/{a}/V/{b}' }))).toEqual(['a', 'b']);
    expect(ownParts(path({ path: 'api/V/{b}' }))).toEqual([]);
  });

  it('offers the values of the last query if the path has as many parts', () => {
    expect(partsInOrder(three, initialFetchInput(three, visit, ['7', 'T-0', '9']))).toEqual(['7', 'T-1', '1020']);
    expect(partsInOrder(three, initialFetchInput(three, noDetails, ['7', 'T-0', '9']))).toEqual(['7', 'T-0', '9']);
    expect(partsInOrder(three, initialFetchInput(three, visit, ['7']))).toEqual(['', 'T-1', '1020']);
    expect(initialFetchInput(three, visit, []).wish).toEqual({ images: true, documents: false, video: false });
  });

  it('names the blank fields, and trims the others', () => {
    const asked = { ...initialFetchInput(three, noDetails, []), parts: { a: ' 7 ', t: '  ' } };
    expect(missingParts(three, asked)).toEqual(['t', 'i']);
    expect(partsInOrder(three, asked)).toEqual(['7', '', '']);
  });
});
