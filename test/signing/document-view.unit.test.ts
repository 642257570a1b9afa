/** What Sign shows of documents: their states and filters, the batch, faults in groups, and the summary. */
import { describe, expect, it } from 'vitest';
import { type BatchFault, type DocumentStatus, documentStatusSchema, type StationDocument } from '../support/doors/domain.ts';
import { type Problem, problem } from '../support/doors/errors.ts';
import {
  batchOf,
  countByFilter,
  countOwnAttention,
  faultless,
  filters,
  fittedRules,
  groupFaults,
  matchesFilter,
  sendable,
  shownStatus,
  summaryOf,
} from '../support/doors/renderer/signing.ts';
import { fc } from '../support/runner/property.ts';
import { document, job, jobsOf, rule } from '../support/signing/sign-state.ts';

describe('documents on the screen', () => {
  it('are under exactly one filter besides "all", and each filter counts its documents', () => {
    const arbitrary = fc.array(fc.tuple(fc.boolean(), fc.option(fc.constantFrom(...documentStatusSchema.options))), { maxLength: 30 });
    fc.assert(
      fc.property(arbitrary, (cases) => {
        const documents = cases.map(([bad], at) => document(String(at), bad));
        const jobs = jobsOf(...cases.flatMap(([, status], at) => (status ? [job(String(at), status)] : [])));
        const counts = countByFilter(documents, jobs);
        for (const filter of filters) {
          expect(documents.filter((one) => matchesFilter(shownStatus(one, jobs[one.id]), filter))).toHaveLength(counts[filter]);
        }
        expect(counts.draft + counts.busy + counts.signed + counts.attention).toBe(documents.length);
        expect(sendable(documents, jobs)).toHaveLength(counts.draft);
      }),
    );
  });

  it('show the state of their job, also when their file cannot be read any longer', () => {
    expect(shownStatus(document('a', true), job('a', 'queued'))).toBe('queued');
    expect(shownStatus(document('a', true), undefined)).toBe('unusable');
    expect(shownStatus(document('a'), { ...job('a', 'signed'), delivery: 'waiting' })).toBe('saving');
  });

  it('need attention when their file could not be saved, and not while it is being saved', () => {
    const counted = (deliveryFailed: boolean) =>
      countByFilter([document('a')], { a: { ...job('a', 'signed'), delivery: 'waiting', deliveryFailed } });
    expect(counted(false)).toMatchObject({ busy: 1, attention: 0 });
    expect(counted(true)).toMatchObject({ busy: 0, attention: 1 });
  });

  it('that need a person are counted once on the rail: here, or at the queue', () => {
    const counted = (status: DocumentStatus) => countOwnAttention([document('a')], { a: job('a', status) });
    for (const status of ['in-doubt', 'unverified', 'rejected', 'failed'] as const) expect(counted(status)).toBe(0);
    expect(counted('cancelled')).toBe(1);
    expect(countOwnAttention([document('a', true), document('b')], {})).toBe(1);
    // Removed from the queue, and still listed here.
    expect(countOwnAttention([document('a')], { a: { ...job('a', 'rejected'), removed: true } })).toBe(1);
  });
});

describe('a batch', () => {
  it('takes a document’s own placement and reference before the common ones', () => {
    const own = { ...rule, page: 1 };
    const { visitId, documents } = batchOf([document('a'), document('b')], {
      drafts: { b: { rule: own, reference: 'R', accepted: ['pdf-form'] } },
      rule,
      clientInfo: 'T',
      visit: { id: 'v', name: 'Ana' },
    });
    expect(visitId).toBe('v');
    expect(documents).toEqual([
      { documentId: 'a', reference: 'a', placement: rule, clientInfo: 'T', accepted: [] },
      { documentId: 'b', reference: 'R', placement: own, clientInfo: 'T', accepted: ['pdf-form'] },
    ]);
    const again = batchOf([document('a'), document('b')], { drafts: {}, rule, clientInfo: 'T', visit: null }, new Set(['b']));
    expect(again.documents.map((one) => one.again)).toEqual([undefined, true]);
  });

  it('has no placement for a document whose own one was taken away', () => {
    const { documents } = batchOf([document('a')], { drafts: { a: { rule: null } }, rule, clientInfo: 'T', visit: null });
    expect(documents[0]?.placement).toBeNull();
  });
});

describe('faults', () => {
  const fault = (documentId: string | null, code: Problem['code']): BatchFault => ({
    documentId,
    problem: problem(code),
  });

  it('of all documents are listed once, and the others by document in order', () => {
    const faults = ['a', 'b'].flatMap((id) => [
      fault(id, 'client-info-missing'),
      fault(id, 'placement-missing'),
      fault(id, 'reference-missing'),
    ]);
    expect(groupFaults(faults, {}).map(({ key, faults: found }) => [key, found.map((one) => one.problem.code)])).toEqual([
      ['all', ['client-info-missing', 'placement-missing']],
      ['a', ['reference-missing']],
      ['b', ['reference-missing']],
    ]);
  });

  it('with one fix for all their documents are one group, and the other documents can be sent without them', () => {
    const misplaced = Array.from({ length: 17 }, (_, index) => fault(`m${index}`, 'placement-outside-page'));
    const faults = [fault('f', 'pdf-form'), ...misplaced, fault('m3', 'reference-missing'), fault('g', 'pdf-form')];
    expect(groupFaults(faults, {}).map(({ key, documentIds, faults: found, fix }) => [key, documentIds.length, found.length, fix])).toEqual(
      [
        ['pdf-form', 2, 1, 'accept'],
        ['placement-outside-page', 17, 1, 'fit'],
        ['m3', 1, 1, null],
      ],
    );
    // Without one fix, many alike are one line too; few are not.
    const protectedOnes = ['p1', 'p2', 'p3', 'p4'].map((id) => fault(id, 'pdf-no-changes'));
    expect(groupFaults(protectedOnes, {}).map(({ key, documentIds, fix }) => [key, documentIds.length, fix])).toEqual([
      ['pdf-no-changes', 4, null],
    ]);
    expect(groupFaults(protectedOnes.slice(1), {})).toHaveLength(3);

    const checked = ['x', 'f', 'm0', 'm16', 'g', 'y'];
    expect(faultless(checked, faults, {})).toEqual(['x', 'y']);
    expect(faultless(checked, [...faults, fault(null, 'signing-not-set-up')], {})).toEqual([]);
    expect(faultless(checked, [...faults, fault('x', 'client-info-missing')], {})).toEqual([]);
  });

  it('of a placement that does not fit are fixed by a separate rule for each document', () => {
    const a4 = { left: 0, bottom: 0, right: 595, top: 842 };
    const small = { left: 0, bottom: 0, right: 150, top: 90 };
    const shaped = (id: string, box: typeof a4): StationDocument => ({
      ...document(id),
      facts: {
        pages: [{ mediaBox: box, cropBox: box, rotation: 0, userUnit: 1 }],
        protection: 'none',
        signatures: [],
        xfa: 'none',
        structure: 'sound',
      },
    });
    const third = { ...rule, page: 3 };
    const state = { drafts: { c: { rule: third } }, rule };
    expect(Object.fromEntries(fittedRules([shaped('a', small), document('b'), shaped('c', a4)], state))).toEqual({
      a: { ...rule, x: 0, y: 30, width: 150 },
      c: { ...third, page: -1 },
    });
    expect(fittedRules([shaped('a', small)], { drafts: {}, rule: null }).size).toBe(0);
  });
});

describe('summary', () => {
  it('sums a batch up only when its last document has ended', () => {
    const done = [job('a', 'signed'), job('b', 'in-doubt'), job('c', 'signed')];
    expect(summaryOf(jobsOf(...done, job('d', 'sending')), 'b')).toBeNull();
    expect(summaryOf(jobsOf(...done, job('e', 'signed', 'other'), job('f', 'queued', 'other')), 'b')).toEqual([
      { outcome: 'signed', count: 2 },
      { outcome: 'in-doubt', count: 1 },
    ]);
  });
});
