/** The customers of Sign: the owner of each document when the list changes, what comes back, and what the next page continues with. */
import { describe, expect, it } from 'vitest';
import { type StationDocument, workspaceSchema } from '../support/doors/domain.ts';
import {
  bringingBack,
  currentDocuments,
  customerBefore,
  documentsOf,
  firstStepOf,
  forAnother,
  isFinished,
  nextCustomer,
  removalOf,
  resumeCustomer,
  type SigningState,
  savedMembers,
  toWorkspace,
  withDocuments,
  withoutReturning,
  withWorkspace,
} from '../support/doors/renderer/signing.ts';
import { before, document, job, jobsOf, rule } from '../support/signing/sign-state.ts';

describe('when the list changes', () => {
  it('goes to the next document when the one on the page is removed, else to the last', () => {
    expect(withDocuments(before, {}, [document('a'), document('c')]).currentId).toBe('c');
    expect(withDocuments(before, {}, [document('a')]).currentId).toBe('a');
    expect(withDocuments({ ...before, currentId: null, documents: [] }, {}, [document('x'), document('y')]).currentId).toBe('x');
  });

  it('shows the first of the new documents that can be sent, also when another was read before it', () => {
    const empty = { ...before, currentId: null, documents: [] };
    const unusable = { ...document('x'), problem: { code: 'pdf-damaged', message: '' } as const };
    const first = withDocuments(empty, {}, [unusable]);
    expect(first.currentId).toBe('x');
    const both = withDocuments(first, {}, [unusable, document('y'), document('z')]);
    expect(both.currentId).toBe('y');
    expect(withDocuments({ ...both, currentId: 'z' }, {}, [...both.documents, document('w')]).currentId).toBe('z');
  });

  it('has the same selection while more documents arrive, which would be read aloud again', () => {
    const more = withDocuments({ ...before, arrived: ['a'] }, {}, [...before.documents, document('d')]);
    expect(more.selectedIds).toBe(before.selectedIds);
    expect(withDocuments(before, {}, [document('c')]).selectedIds).toEqual(new Set(['c']));
  });

  it('shows a document that is being read until it is listed', () => {
    const preview = { id: 'd', name: 'd.pdf' };
    expect(withDocuments({ ...before, preview }, {}, before.documents).preview).toEqual(preview);
    expect(withDocuments({ ...before, preview }, {}, [...before.documents, document('d')]).preview).toBeNull();
  });

  it('forgets what was typed for documents that are gone, and only that', () => {
    const drafts = { a: { reference: 'A' }, c: { reference: 'C' } };
    expect(withDocuments({ ...before, drafts }, {}, [document('a')]).drafts).toEqual({ a: { reference: 'A' } });
  });

  it('begins the next customer when documents arrive after all earlier ones were sent, not before', () => {
    const sent = { ...before, sentClientInfo: 'T-1' };
    const jobs = jobsOf(job('a', 'signed'), job('b', 'signed'), job('c', 'failed'));
    const more = [...before.documents, document('d'), document('e')];
    const next = withDocuments(sent, jobs, more);
    expect(next).toMatchObject({ clientInfo: '', currentId: 'd', placementToConfirm: true, arrived: ['d', 'e'] });
    expect(currentDocuments(next).map(({ id }) => id)).toEqual(['d', 'e']);
    expect(next.earlier).toMatchObject([{ clientInfo: 'T-1', documentIds: new Set(['a', 'b', 'c']), rule, isOpen: false }]);
    // Of two visits to the counter, each has its own data again.
    expect(resumeCustomer(next, 'a')).toMatchObject({ clientInfo: 'T-1', placementToConfirm: false, currentId: 'a' });

    expect(withDocuments(sent, jobs, before.documents)).toMatchObject({ clientInfo: 'T-1', currentId: 'b', earlier: [] });
    expect(withDocuments(sent, jobsOf(job('a', 'signed')), more)).toMatchObject({ clientInfo: 'T-1', currentId: 'd', earlier: [] });
    expect(withDocuments({ ...sent, clientInfo: 'T-2' }, jobs, more)).toMatchObject({
      clientInfo: 'T-2',
      earlier: [{ clientInfo: 'T-1' }],
    });
    expect(withDocuments(before, {}, []).clientInfo).toBe('');
  });

  it('leaves signed files that get another signature with their customer, each with a position to be chosen', () => {
    const sent = { ...before, sentClientInfo: 'T-1', awaited: 2, drafts: { a: { another: true } } };
    const jobs = jobsOf(job('a', 'signed'), job('b', 'signed'), job('c', 'failed'));
    const first = withDocuments(sent, jobs, [...before.documents, document('d')]);
    expect(first).toMatchObject({ clientInfo: before.clientInfo, earlier: [], awaited: 1, currentId: 'd', placementToConfirm: false });
    const all = withDocuments(first, jobs, [...first.documents, document('e')]);
    expect(all).toMatchObject({ awaited: 0, earlier: [], drafts: { d: { rule: null }, e: { rule: null } } });
    // Later ones are the next customer's again.
    expect(
      withDocuments({ ...all, arrived: [] }, { ...jobs, ...jobsOf(job('d', 'signed'), job('e', 'signed')) }, [
        ...all.documents,
        document('f'),
      ]),
    ).toMatchObject({ clientInfo: '', currentId: 'f' });
  });

  it('knows which documents get another signature: planned, signed, and with their file in its folder', () => {
    const planned = { a: { another: true }, b: { another: true }, c: {} };
    const jobs = jobsOf({ ...job('a', 'signed'), signedName: 'a-signed.pdf' }, job('b', 'failed'), {
      ...job('c', 'signed'),
      signedName: 'c-signed.pdf',
    });
    expect(forAnother(before.documents, jobs, planned).map(({ id }) => id)).toEqual(['a']);
    expect(forAnother(before.documents, jobsOf({ ...job('a', 'signed'), signedName: null }), planned)).toEqual([]);
  });

  it('shows the first of the files that are opened together, in whichever order they are read, until another is chosen', () => {
    const begun = withDocuments({ ...before, currentId: 'a' }, {}, [...before.documents, document('e')]);
    expect(begun.currentId).toBe('e');
    const all = [...before.documents, document('d'), document('e')];
    expect(withDocuments(begun, {}, all).currentId).toBe('d');
    expect(withDocuments({ ...begun, currentId: 'b' }, {}, all).currentId).toBe('b');
  });

  it('selects the document that shows itself, and else what is left of the selection', () => {
    const chosen = { ...before, selectedIds: new Set(['a', 'b', 'c']) };
    expect([...withDocuments(chosen, {}, [document('a'), document('b')]).selectedIds]).toEqual(['a', 'b']);
    expect([...withDocuments(chosen, {}, [...before.documents, document('d')]).selectedIds]).toEqual(['d']);
    expect([...withDocuments(chosen, {}, [document('a'), document('c')]).selectedIds]).toEqual(['c']);
  });

  it('forgets an earlier customer whose documents are gone', () => {
    const next = nextCustomer(before);
    expect(next).toMatchObject({ currentId: null, clientInfo: '', placementToConfirm: true });
    expect(isFinished(next, {})).toBe(false);
    expect(withDocuments(next, {}, [document('b')]).earlier).toMatchObject([{ documentIds: new Set(['b']) }]);
    expect(withDocuments(next, {}, []).earlier).toEqual([]);
  });
});

describe('the next customer', () => {
  it('may be the one before, if anything was typed of it', () => {
    const opened = { ...before, documents: [document('a')] };
    expect(customerBefore(before)).toBeNull();
    expect(customerBefore(nextCustomer({ ...opened, clientInfo: ' ' }))).toBeNull();
    expect(customerBefore(nextCustomer({ ...opened, clientInfo: 'TRX-1' }))).toMatchObject({ clientInfo: 'TRX-1' });
    expect(customerBefore(nextCustomer({ ...opened, clientInfo: '', visit: { id: 'v', name: 'Ana' } }))).not.toBeNull();
  });

  it('begins with its first document on the page, also while files of the one before arrive', () => {
    const next = nextCustomer({ ...before, arrived: ['b', 'c'] });
    const opened = withDocuments(next, {}, [...before.documents, document('d')]);
    expect(opened).toMatchObject({ currentId: 'd', arrived: ['d'], placementToConfirm: true });
    expect(currentDocuments(opened).map(({ id }) => id)).toEqual(['d']);
  });
});

describe('an earlier customer', () => {
  const next = nextCustomer({ ...before, documents: [document('a'), document('b')] });
  const both = withDocuments(next, {}, [document('a'), document('b'), document('c')]);

  it('has its own documents', () => {
    expect(both.earlier.map((one) => documentsOf(one, both.documents).map(({ id }) => id))).toEqual([['a', 'b']]);
  });

  it('is resumed with the document on the page if that is its own, else with its first one', () => {
    for (const [currentId, shown] of [
      ['b', 'b'],
      ['c', 'a'],
      [null, 'a'],
    ] as const)
      expect(resumeCustomer({ ...both, currentId }, 'a')).toMatchObject({ currentId: shown, selectedIds: new Set([shown]) });
  });

  it('does not get back what was removed of the one after it', () => {
    expect(resumeCustomer({ ...both, removals: [removalOf(both, ['c'])] }, 'a').removals).toEqual([]);
  });
});

describe('the first steps', () => {
  const empty = { ...before, documents: [], rule: null };
  it('follow what the clerk really did: opened, placed, sent', () => {
    expect(firstStepOf(empty, {})).toBe('open');
    expect(firstStepOf({ ...empty, documents: [document('a', true)] }, {})).toBe('open');
    const opened = { ...empty, documents: [document('a'), document('b')] };
    expect(firstStepOf(opened, {})).toBe('place');
    expect(firstStepOf({ ...opened, drafts: { a: { rule } } }, {})).toBe('place');
    expect(firstStepOf({ ...opened, rule }, {})).toBe('send');
    expect(firstStepOf({ ...opened, drafts: { a: { rule }, b: { rule } } }, {})).toBe('send');
    expect(firstStepOf({ ...opened, rule }, jobsOf(job('a', 'sending')))).toBe('send');
    expect(firstStepOf({ ...opened, rule }, jobsOf(job('a', 'signed'), job('b', 'queued')))).toBe('done');
  });

  it('ask for the position again while it has to be confirmed, except for documents with their own', () => {
    const next = { ...before, documents: [document('a')], placementToConfirm: true };
    expect(firstStepOf(next, {})).toBe('place');
    expect(firstStepOf({ ...next, drafts: { a: { rule } } }, {})).toBe('send');
  });
});

describe('removed documents', () => {
  const drafts = { b: { reference: 'R-2' } };
  const removing = (state: Parameters<typeof removalOf>[0], ids: string[]) => ({
    ...withDocuments(
      state,
      {},
      state.documents.filter(({ id }) => !ids.includes(id)),
    ),
    removals: [...state.removals, removalOf(state, ids)],
  });
  const back = (state: Parameters<typeof removalOf>[0], documents: readonly StationDocument[]) =>
    withDocuments(bringingBack(state), {}, documents);

  it('come back with what was typed, selected, and are not new ones whose position has to be confirmed', () => {
    const removed = removing({ ...before, drafts }, ['b', 'c']);
    expect([removed.drafts, removed.currentId]).toEqual([{}, 'a']);
    const restored = back(removed, before.documents);
    expect(restored).toMatchObject({ drafts, currentId: 'b', placementToConfirm: false, clientInfo: 'T-1', arrived: [], removals: [] });
    expect([...restored.selectedIds]).toEqual(['b', 'c']);
    expect(restored.returning.size).toBe(0);
  });

  it('come back with the client and the position when the list was empty', () => {
    const all = ['a', 'b', 'c'];
    const removed = removing({ ...before, drafts }, all);
    expect(removed.clientInfo).toBe('');
    expect(back(removed, before.documents)).toMatchObject({ clientInfo: 'T-1', rule, drafts, currentId: 'a' });
  });

  it('of an earlier customer come back to that customer, never to the current one', () => {
    const earlier = nextCustomer({ ...before, documents: [document('a'), document('b')] });
    const both = withDocuments(earlier, {}, [document('a'), document('b'), document('c')]);
    for (const ids of [['a'], ['a', 'b']]) {
      const restored = back(removing(both, ids), both.documents);
      expect(currentDocuments(restored).map(({ id }) => id)).toEqual(['c']);
      expect([...(restored.earlier[0]?.documentIds ?? [])].sort()).toEqual(['a', 'b']);
      expect(restored.earlier).toHaveLength(1);
    }
  });

  it('of several customers come back to the current one', () => {
    const earlier = nextCustomer({ ...before, documents: [document('a'), document('b')] });
    const both = withDocuments(earlier, {}, before.documents);
    expect(removalOf(both, ['a', 'c']).owner).toBeNull();
    expect(removalOf(both, ['a', 'b']).owner).toMatchObject({ clientInfo: 'T-1' });
  });

  it('leave what was typed since then, while other documents are there', () => {
    const removed = { ...removing(before, ['b']), clientInfo: 'T-9' };
    expect(back(removed, before.documents).clientInfo).toBe('T-9');
  });

  it('have their customer again when main lists others before them', () => {
    const opened = { ...before, documents: [document('a'), document('b')] };
    const both = withDocuments(nextCustomer(opened), {}, before.documents);
    const others = withDocuments(bringingBack(removing(both, ['a', 'b'])), {}, [document('c')]);
    expect(others.earlier).toMatchObject([{ clientInfo: 'T-1', documentIds: new Set(['a', 'b']) }]);
    const none = withDocuments(bringingBack(removing(before, ['a'])), {}, []);
    expect(none.clientInfo).toBe('T-1');
  });

  it('are no longer awaited when main does not list them; the removal stays when main failed', () => {
    const removed = removing(before, ['b', 'c']);
    const [removal = removalOf(removed, [])] = removed.removals;
    const awaited = bringingBack(removed);
    const partly = withoutReturning(awaited, removal, ['b']);
    expect([[...partly.returning], partly.removals]).toEqual([['b'], []]);
    const failed = withoutReturning(awaited, removal, null);
    expect([[...failed.returning], failed.removals]).toEqual([[], [removal]]);
    // A file that was opened again in the meantime is new, and not one that returned.
    const restored = withDocuments(partly, {}, [document('a'), document('b'), document('d')]);
    expect([[...restored.returning], restored.arrived]).toEqual([[], ['d']]);
  });

  it('cannot come back to another customer', () => {
    expect(nextCustomer(removing(before, ['a'])).removals).toEqual([]);
  });
});

describe('the next page', () => {
  const nothing: SigningState = { ...before, documents: [], clientInfo: '', rule: null, currentId: null, selectedIds: new Set() };
  /** The state of a page that begins after this one has ended, once main has listed the documents. */
  function nextPage(ended: SigningState, jobs = {}, documents = ended.documents): SigningState {
    const { signing } = workspaceSchema.parse(
      structuredClone({ signing: toWorkspace(ended), screening: null, visits: null, page: null, unsaved: null }),
    );
    if (!signing) throw new Error('nothing was saved');
    return withDocuments(withWorkspace(nothing, signing, documents), jobs, documents);
  }
  const jobs = jobsOf(job('a', 'signed'), job('b', 'signed'), job('c', 'signed'));
  const all = [...before.documents, document('d'), document('e')];
  const second: SigningState = {
    ...withDocuments({ ...before, sentClientInfo: 'T-1' }, jobs, all),
    arrived: [],
    clientInfo: 'T-2',
    visit: { id: 'v', name: 'Ana' },
    placementToConfirm: false,
    summaryOf: 'batch',
    drafts: { d: { reference: 'D', accepted: ['pdf-form'] }, e: { rule: { ...rule, page: 1 }, another: true } },
    currentId: 'e',
    selectedIds: new Set(['e']),
  };

  it('continues with every customer, with what was typed for each', () => {
    expect(nextPage(second, jobs)).toEqual(second);
    const open = { ...second, earlier: second.earlier.map((one) => ({ ...one, isOpen: true })) };
    expect(nextPage(open, jobs)).toEqual(open);
    const resumed = resumeCustomer(second, 'a');
    expect(nextPage(resumed, jobs)).toEqual(resumed);
  });

  it('continues with the reference that is being typed', () => {
    const typed = (text: string | null) => nextPage({ ...second, editingReference: { id: 'd', typed: text } }, jobs);
    expect(typed(' D-2 ').drafts.d).toEqual({ reference: 'D-2', accepted: ['pdf-form'] });
    expect(typed(null).drafts).toEqual(second.drafts);
  });

  it('continues with a client that was typed before the first document is open', () => {
    expect(nextPage({ ...nothing, clientInfo: 'T-3' })).toMatchObject({ clientInfo: 'T-3', documents: [] });
  });

  it('knows the documents of the page before: only others are new, and the next customer’s when all were sent', () => {
    const sent = { ...jobs, ...jobsOf(job('d', 'signed'), job('e', 'signed')) };
    expect(nextPage(second, sent)).toMatchObject({ earlier: second.earlier, clientInfo: 'T-2', arrived: [] });
    const third = nextPage(second, sent, [...all, document('f')]);
    expect(currentDocuments(third).map(({ id }) => id)).toEqual(['f']);
    expect(third).toMatchObject({ clientInfo: '', arrived: ['f'], placementToConfirm: true });
    expect(third.earlier.map(({ clientInfo }) => clientInfo)).toEqual(['T-2', 'T-1']);
    const returning = { ...second, documents: second.documents.slice(0, -1), returning: new Set(['e']) };
    expect(nextPage(returning, jobs, all)).toMatchObject({ arrived: [], documents: all });
  });

  it('forgets documents that are gone, and their customer', () => {
    const gone = nextPage(second, jobs, [document('d')]);
    expect(gone).toMatchObject({ documents: [document('d')], earlier: [], currentId: 'd', drafts: { d: { reference: 'D' } } });
    expect(gone.drafts).not.toHaveProperty('e');
  });

  it('knows every member, since the workspace is saved when one of them has changed', () => {
    const { documentIds: _, ...rest } = toWorkspace(second);
    expect(new Set(savedMembers)).toEqual(new Set([...Object.keys(rest), 'documents', 'returning', 'editingReference']));
  });
});
