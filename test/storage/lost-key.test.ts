/** A keychain that loses the key of the data while the station is open: the station still has it. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

const lost = { code: 'data-key-missing', detail: { context: 'returned' } };

async function scene() {
  const entries = new Map<string, string>();
  const keychain = memoryKeychain(entries);
  const station = withSigningActions(await buildStation({ keychain, sending: 'manual' }));
  const keys = () => [...entries].filter(([account]) => account.startsWith('data-key/'));
  return { station, entries, keychain, keys, before: keys() };
}

test('the end of the station puts the key back, and the next start says so until a person has read it', async () => {
  const { station, entries, keys, before } = await scene();
  await station.reopen({}, async () => {
    expect(keys()).toEqual(before);
  });
  expect(station.notices()).toEqual([]);
  entries.clear();
  await station.reopen({}, async () => {
    expect(keys()).toEqual(before);
  });
  expect(station.notices()).toMatchObject([lost]);
  station.acknowledgeNotices();
  await station.reopen();
  expect(station.notices()).toEqual([]);
});

test('a write of the head of the ledger puts it back at once, also one that another program has replaced', async () => {
  const real = globalThis.setTimeout;
  let minute = 60_000;
  // The head is written once a minute, and the daily copy, which looks after the key too, is made after five.
  const delay = (ms = 0) => ({ 60000: minute, 300000: 2 ** 31 - 1 })[ms] ?? ms;
  const timers = vi.spyOn(globalThis, 'setTimeout');
  timers.mockImplementation(((run: () => void, ms?: number) => real(run, delay(ms))) as typeof setTimeout);
  onTestFinished(() => timers.mockRestore());
  const { station, entries, keys, before } = await scene();
  const ids = await station.contracts('a');
  for (const [account] of before) entries.set(account, 'another');
  minute = 1;
  await station.send(ids);
  await expect.poll(keys, longWait).toEqual(before);
  expect(station.notices()).toMatchObject([lost]);
});

test('a keychain that does not answer at the end keeps no station open', async () => {
  const { station, entries, keychain, keys } = await scene();
  const refused = () => Promise.reject(new StationError('keychain-unavailable', { cause: 'locked' }));
  entries.clear();
  keychain.set = refused;
  await station.close();
  expect(keys()).toEqual([]);
});
