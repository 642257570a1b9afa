/** Screenings that are stored while offline: sent automatically, in order, only under their own account. */
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import type { ScreeningServiceState } from '../support/doors/domain.ts';
import { buildScreening } from '../support/screening/screening-actions.ts';
import { longWait } from '../support/waiting.ts';

describe('stored while offline', () => {
  test('screenings are sent automatically when online, in order', async () => {
    const station = await buildScreening();
    await station.line.down();
    const failed = await station.find('Evaristo Quiroga Beltrán', { identification: '79555001' });
    expect(failed).toMatchObject({ state: 'failed', problem: { code: 'connection-refused' } });
    const emitted: string[] = [];
    const states: ScreeningServiceState[] = [];
    station.screening.events.on('changed', ({ id, state, outcome }) => {
      if (state === 'done') emitted.push(`${id === failed.id} ${state} ${outcome}`);
    });
    station.screening.events.on('state', (state) => states.push(state));
    expect(station.screening.retryLater(failed.id)).toMatchObject({ id: failed.id, outcome: null, problem: null });
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'connection-refused' } }),
      longWait,
    );
    expect(await station.page({ outcome: 'open' })).toMatchObject([{ id: failed.id, outcome: null }]);
    expect(station.screening.open(failed.id)).toMatchObject({ outcome: null, matches: [], sha256: null });
    expect(station.searchCalls()).toBe(0);

    await station.line.up();
    await vi.waitFor(() => expect(emitted).toEqual(['true done match']), longWait);
    expect(station.screening.state()).toMatchObject({ waiting: 0, undecided: 1, problem: null });
    expect(states.at(0)).toMatchObject({ waiting: 1 });
    expect(states.at(-1)).toEqual(station.screening.state());
    expect(station.screening.open(failed.id)).toMatchObject({ block: true, askedAt: failed.askedAt });
    expect(station.searchCalls()).toBe(1);
  });

  test('a screening that is asked without an answer is shown as asked, and then as waiting again', async () => {
    const station = await buildScreening();
    await station.line.down();
    const { id } = await station.find('Persona 1');
    const shown: string[] = [];
    station.screening.events.on('changed', ({ state }) => shown.push(state));
    station.screening.retryLater(id);
    await vi.waitFor(() => expect(shown.length).toBeGreaterThanOrEqual(4), longWait);
    expect(shown.slice(0, 4)).toEqual(['asking', 'waiting', 'asking', 'waiting']);
  });

  test('screenings survive a restart, in the order of storing', async () => {
    const station = await buildScreening();
    await station.line.down();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await station.find(`Persona ${n}`)).id);
    for (const id of ids) station.screening.retryLater(id);
    await station.reopen();
    const emitted: string[] = [];
    station.screening.events.on('changed', ({ id, state }) => state === 'done' && emitted.push(id));
    expect(station.screening.state().waiting).toBe(3);
    await station.line.up();
    await vi.waitFor(() => expect(emitted).toEqual(ids), longWait);
    expect(station.searchCalls()).toBe(3);
  });

  test('a dropped screening is not sent, even when it was next; a screening is stored or dropped once, and not while it is being sent', async () => {
    const station = await buildScreening({ sending: 'manual' });
    await station.line.down();
    const ids: string[] = [];
    for (const n of [1, 2, 3]) ids.push((await station.find(`Persona ${n}`)).id);
    for (const id of ids) station.screening.retryLater(id);
    expect(await codeOf(() => station.screening.retryLater(ids[0] ?? ''))).toBe('state-changed');
    await station.line.up();
    station.provider.misbehave('search', { delay: 500 });
    await station.reopen({ sending: 'automatic' });
    await vi.waitFor(() => expect(station.line.arrived).toHaveLength(1), longWait);
    expect(station.screening.open(ids[0] ?? '').state).toBe('asking');
    expect(await codeOf(() => station.screening.dropPending(ids[0] ?? ''))).toBe('state-changed');
    station.screening.dropPending(ids[1] ?? '');
    expect(station.screening.state().waiting).toBe(2);
    expect(await codeOf(() => station.screening.dropPending(ids[1] ?? ''))).toBe('screening-unknown');
    await vi.waitFor(() => expect(station.screening.state().waiting).toBe(0), longWait);
    expect([1, 2, 3].map((n) => station.asked([`Persona ${n}`]))).toEqual([1, 0, 1]);
    expect(await codeOf(() => station.screening.dropPending(ids[0] ?? ''))).toBe('state-changed');
    expect(await codeOf(() => station.screening.retryLater(ids[0] ?? ''))).toBe('state-changed');
  });

  test('under another account: waits with the reason, delays no other, and is sent once that account is active again', async () => {
    const station = await buildScreening({ sending: 'manual' });
    await station.line.down();
    const mine = await station.find('Persona Mía');
    station.screening.retryLater(mine.id);
    const { search } = station.profile;
    if (!search) throw new Error('no search');
    const other = station.settings.saveProfile({ ...station.profile, name: 'Otro', search: { ...search, projectName: 'otro' } });
    station.useProfile(other.id);
    await station.line.up();
    await station.reopen({ sending: 'automatic' });
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      longWait,
    );
    // Its own is asked (and refused, since that project is another's).
    const theirs = await station.find('Persona Ajena');
    expect(theirs.problem?.code).toBe('search-key-refused');
    station.screening.retryLater(theirs.id);
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 2, problem: { code: 'search-key-refused' } }),
      longWait,
    );
    expect(station.asked(['Persona Mía'])).toBe(0);

    station.useProfile(null);
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 2, problem: { code: 'search-other-connection' } }),
      longWait,
    );
    expect(await station.find('Persona de Práctica')).toMatchObject({ outcome: 'clear' });
    station.useProfile(station.profileId);
    await vi.waitFor(() => expect(station.screening.open(mine.id).outcome).toBe('clear'), longWait);
    expect([station.asked(['Persona Mía']), station.asked(['Persona de Práctica'])]).toEqual([1, 0]);
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      longWait,
    );
  });

  test('under practice: never sent to a real service', async () => {
    const station = await buildScreening();
    station.useProfile(null);
    const failed = await station.find('Falla Interna Robledo');
    expect(failed.problem?.code).toBe('search-failed');
    await station.reopen({ sending: 'manual' });
    station.screening.retryLater(failed.id);
    station.settings.change({ activeProfileId: station.profileId });
    await station.reopen();
    await vi.waitFor(
      () => expect(station.screening.state()).toMatchObject({ waiting: 1, problem: { code: 'search-other-connection' } }),
      longWait,
    );
    expect((await station.find('Persona')).outcome).toBe('clear');
    expect(station.searchCalls()).toBe(1);
    expect(station.asked(['Falla Interna Robledo'])).toBe(0);
    station.useProfile(null);
    await vi.waitFor(() => expect(station.screening.open(failed.id).state).toBe('failed'), longWait);
    expect(station.asked(['Falla Interna Robledo'])).toBe(0);
  });

  test('without a search section: reports it, and continues when there is one again', async () => {
    const station = await buildScreening();
    await station.line.down();
    const { id } = await station.find('Persona');
    station.screening.retryLater(id);
    const { search: _, ...without } = station.profile;
    const bare = station.settings.saveProfile({ ...without, name: 'Sin consultas' });
    station.useProfile(bare.id);
    await vi.waitFor(() => expect(station.screening.state().problem?.code).toBe('search-not-set-up'), longWait);
    expect(await codeOf(station.find('Otra'))).toBe('search-not-set-up');
    await station.line.up();
    station.useProfile(station.profileId);
    await vi.waitFor(() => expect(station.screening.open(id).outcome).toBe('clear'), longWait);
  });
});
