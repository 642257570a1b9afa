/** Searches of the panel that are kept for later: asked by themselves, in order, only under their own account. */
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import type { ScreeningServiceState } from '../support/doors/domain.ts';
import { openScreeningDesk } from '../support/screening-desk.ts';
import { patiently } from '../support/signing-desk.ts';

describe('kept for later', () => {
  test('asked by itself when the line is back, and told in order', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const failed = await desk.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(failed).toMatchObject({ state: 'failed', problem: { code: 'connection-refused' } });
    const told: string[] = [];
    const states: ScreeningServiceState[] = [];
    desk.screening.events.on('changed', ({ id, state, outcome }) => told.push(`${id === failed.id} ${state} ${outcome}`));
    desk.screening.events.on('state', (state) => states.push(state));
    expect(desk.screening.keep(failed.id)).toMatchObject({ id: failed.id, outcome: null, problem: null });
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'connection-refused' } }),
      patiently,
    );
    expect(await desk.page({ outcome: 'open' })).toMatchObject([{ id: failed.id, outcome: null }]);
    expect(desk.screening.open(failed.id)).toMatchObject({ outcome: null, matches: [], sha256: null });
    expect(desk.calls()).toBe(0);

    await desk.line.up();
    await vi.waitFor(() => expect(told).toEqual(['true done match']), patiently);
    expect(desk.screening.state()).toMatchObject({ waiting: 0, undecided: 1, problem: null });
    expect(states.at(0)).toMatchObject({ waiting: 1 });
    expect(states.at(-1)).toEqual(desk.screening.state());
    expect(desk.screening.open(failed.id)).toMatchObject({ block: true, askedAt: failed.askedAt });
    expect(desk.calls()).toBe(1);
  });

  test('and over a restart; the order is that of keeping', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await desk.find(`Persona ${n}`)).id);
    for (const id of ids) desk.screening.keep(id);
    await desk.reopen();
    const told: string[] = [];
    desk.screening.events.on('changed', ({ id }) => told.push(id));
    expect(desk.screening.state().waiting).toBe(3);
    await desk.line.up();
    await vi.waitFor(() => expect(told).toEqual(ids), patiently);
    expect(desk.calls()).toBe(3);
  });

  test('what was dropped is not asked, though its turn was next; nor can it be dropped or kept twice, or while it is asked', async () => {
    const desk = await openScreeningDesk({ station: { sending: 'manual' } });
    await desk.line.down();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await desk.find(`Persona ${n}`)).id);
    for (const id of ids) desk.screening.keep(id);
    expect(await codeOf(() => desk.screening.keep(ids[0] ?? ''))).toBe('state-changed');
    await desk.line.up();
    desk.practice.misbehave('search', { delay: 500 });
    await desk.reopen({ sending: 'automatic' });
    await vi.waitFor(() => expect(desk.line.arrived).toHaveLength(1), patiently);
    expect(desk.screening.open(ids[0] ?? '').state).toBe('asking');
    expect(await codeOf(() => desk.screening.drop(ids[0] ?? ''))).toBe('state-changed');
    desk.screening.drop(ids[1] ?? '');
    expect(desk.screening.state().waiting).toBe(2);
    expect(await codeOf(() => desk.screening.drop(ids[1] ?? ''))).toBe('screening-unknown');
    await vi.waitFor(() => expect(desk.screening.state().waiting).toBe(0), patiently);
    expect([1, 2, 3].map((n) => desk.asked([`Persona ${n}`]))).toEqual([1, 0, 1]);
    expect(await codeOf(() => desk.screening.drop(ids[0] ?? ''))).toBe('state-changed');
    expect(await codeOf(() => desk.screening.keep(ids[0] ?? ''))).toBe('state-changed');
  });

  test('under another account: waits, with the reason, and holds nothing up; asked once that account is in use again', async () => {
    const desk = await openScreeningDesk({ station: { sending: 'manual' } });
    await desk.line.down();
    const mine = await desk.find('Persona Mía');
    desk.screening.keep(mine.id);
    const { search } = desk.profile;
    if (!search) throw new Error('no search');
    const other = desk.station.settings.saveProfile({ ...desk.profile, search: { ...search, projectName: 'otro' } });
    desk.use(other.id);
    await desk.line.up();
    await desk.reopen({ sending: 'automatic' });
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      patiently,
    );
    // Its own is asked (and refused, since that project is another's).
    const theirs = await desk.find('Persona Ajena');
    expect(theirs.problem?.code).toBe('search-key-refused');
    desk.screening.keep(theirs.id);
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 2, problem: { code: 'search-key-refused' } }),
      patiently,
    );
    expect(desk.asked(['Persona Mía'])).toBe(0);

    desk.use(null);
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 2, problem: { code: 'search-other-connection' } }),
      patiently,
    );
    expect(await desk.find('Persona de Práctica')).toMatchObject({ outcome: 'clear' });
    desk.use(desk.profileId);
    await vi.waitFor(() => expect(desk.screening.open(mine.id).outcome).toBe('clear'), patiently);
    expect([desk.asked(['Persona Mía']), desk.asked(['Persona de Práctica'])]).toEqual([1, 0]);
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      patiently,
    );
  });

  test('under practice: never asked of a real service', async () => {
    const desk = await openScreeningDesk();
    desk.use(null);
    const failed = await desk.find('Falla Interna Robledo');
    expect(failed.problem?.code).toBe('search-failed');
    await desk.reopen({ sending: 'manual' });
    desk.screening.keep(failed.id);
    desk.station.settings.change({ activeProfileId: desk.profileId });
    await desk.reopen();
    await vi.waitFor(
      () => expect(desk.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      patiently,
    );
    expect((await desk.find('Persona')).outcome).toBe('clear');
    expect(desk.calls()).toBe(1);
    expect(desk.asked(['Falla Interna Robledo'])).toBe(0);
    desk.use(null);
    await vi.waitFor(() => expect(desk.screening.open(failed.id).state).toBe('failed'), patiently);
    expect(desk.asked(['Falla Interna Robledo'])).toBe(0);
  });

  test('no search section: says so, and goes on when there is one again', async () => {
    const desk = await openScreeningDesk();
    await desk.line.down();
    const { id } = await desk.find('Persona');
    desk.screening.keep(id);
    const { search: _, ...without } = desk.profile;
    const bare = desk.station.settings.saveProfile(without);
    desk.use(bare.id);
    await vi.waitFor(() => expect(desk.screening.state().problem?.code).toBe('search-not-set-up'), patiently);
    expect(await codeOf(desk.find('Otra'))).toBe('search-not-set-up');
    await desk.line.up();
    desk.use(desk.profileId);
    await vi.waitFor(() => expect(desk.screening.open(id).outcome).toBe('clear'), patiently);
  });
});
