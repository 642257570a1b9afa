/** Throttling after wrong passwords: how many attempts pass, who is affected, how much is stored. */
import { describe, expect, test } from 'vitest';
import { createAttemptLocks, createLoginThrottle, networkOf } from '../support/doors/web-service.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const minute = 60_000;
const window = 15 * minute;
const start = Date.parse('2026-03-02T08:00:00Z');

const now = () => new Date(start);

/** One try with a wrong password; answers with the seconds to wait in its place. */
function wrong(
  throttle: ReturnType<typeof createLoginThrottle>,
  name: string,
  address: string | null = null,
  userId: string | null = null,
) {
  const trier = { name, userId, address };
  const wait = throttle.wait(trier);
  if (wait === 0) throttle.begin(trier).end('wrong');
  return wait;
}

describe('password attempts', () => {
  test('are never more in any 15 minutes than allowed by the limit and the lockouts, in any order', () => {
    const step = fc.record({
      pass: fc.oneof(
        fc.integer({ min: 0, max: 5_000 }),
        fc.integer({ min: 0, max: window * 2 }),
        fc.constantFrom(0, 30_000, 60_000, window),
      ),
      act: fc.constantFrom('begin', 'wrong', 'right', 'none'),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(step, { maxLength: 300 }), (allowed, steps) => {
        const locks = createAttemptLocks({ allowed, maxKeys: 10 });
        const missed: number[] = [];
        let pending = 0;
        let now = start;
        for (const { pass, act } of steps) {
          now += pass;
          if (act === 'begin') {
            if (locks.wait('a', now) > 0) continue;
            locks.begin('a', now);
            pending++;
          } else if (pending > 0) {
            pending--;
            locks.end('a', act, now);
            if (act === 'wrong') missed.push(now);
          }
        }
        for (const from of missed) expect(missed.filter((at) => at >= from && at < from + window).length).toBeLessThanOrEqual(allowed + 4);
      }),
      { numRuns: runs(300) },
    );
  });

  test('of a caller that never stops are checked five times, then ever more rarely, at last each 15 minutes', () => {
    const locks = createAttemptLocks({ allowed: 5, maxKeys: 10 });
    const through: number[] = [];
    for (let now = start; now < start + 60 * minute; now += 1000) {
      if (locks.wait('a', now) > 0) continue;
      locks.begin('a', now);
      locks.end('a', 'wrong', now);
      through.push((now - start) / 1000);
    }
    expect(through).toEqual([0, 1, 2, 3, 4, 34, 94, 214, 454, 934, 1834, 2734]);
  });

  test('are locked out for a stated time, forgotten 15 minutes after its end', () => {
    const locks = createAttemptLocks({ allowed: 1, maxKeys: 10 });
    locks.begin('a', start);
    locks.end('a', 'wrong', start);
    expect(locks.wait('a', start)).toBe(30);
    expect(locks.wait('a', start + 29_001)).toBe(1);
    expect(locks.wait('a', start + 30_000)).toBe(0);
    locks.begin('a', start + 30_000);
    locks.end('a', 'wrong', start + 30_000);
    expect(locks.wait('a', start + 30_000)).toBe(60);
    const later = start + 90_000 + window;
    expect(locks.wait('a', later)).toBe(0);
    locks.begin('a', later);
    locks.end('a', 'wrong', later);
    expect(locks.wait('a', later)).toBe(30);
  });

  test('in progress count: no more are checked together than may be wrong', () => {
    const locks = createAttemptLocks({ allowed: 3, maxKeys: 10 });
    for (const _ of [1, 2, 3]) {
      expect(locks.wait('a', start)).toBe(0);
      locks.begin('a', start);
    }
    expect(locks.wait('a', start)).toBe(1);
    locks.end('a', 'none', start);
    expect(locks.wait('a', start)).toBe(0);
    locks.begin('a', start);
    for (const _ of [1, 2, 3]) locks.end('a', 'wrong', start);
    // After a lock one by one, or so many at once would be as many more.
    locks.begin('a', start + 30_000);
    expect(locks.wait('a', start + 30_000)).toBe(1);
  });

  test('are locked out for the same time when the clock is set back', () => {
    const locks = createAttemptLocks({ allowed: 2, maxKeys: 10 });
    const put = (now: number) => {
      locks.begin('a', now);
      locks.end('a', 'wrong', now);
    };
    put(start);
    const back = start - 365 * 24 * 60 * minute;
    put(back);
    expect(locks.wait('a', back)).toBe(30);
    const again = back - 365 * 24 * 60 * minute;
    expect(locks.wait('a', again)).toBe(window / 1000);
    expect(locks.wait('a', again + window)).toBe(0);
  });
});

describe('names and addresses', () => {
  const other = fc.string({ minLength: 1, maxLength: 8 });

  test('wrong passwords from one address do not keep the right one from another address out', () => {
    fc.assert(
      fc.property(other, other, fc.ipV4(), fc.ipV4(), fc.integer({ min: 5, max: 60 }), (name, bystander, address, elsewhere, count) => {
        fc.pre(name !== bystander && address !== elsewhere);
        for (const userId of [null, 'u1']) {
          const throttle = createLoginThrottle(now);
          for (let n = 0; n < count; n++) wrong(throttle, name, address, userId);
          expect(throttle.wait({ name, userId, address })).toBe(30);
          expect(throttle.wait({ name, userId, address: elsewhere })).toBe(0);
          expect(throttle.wait({ name: bystander, userId: null, address: elsewhere })).toBe(0);
          // Five wrong ones of one name are not yet too many for its address.
          expect(throttle.wait({ name: bystander, userId: null, address })).toBe(0);
          expect(throttle.wait({ name, userId: 'another', address })).toBe(0);
        }
      }),
    );
  });

  test.each([null, 'u1'])(
    'a name is throttled after 50 wrong passwords from many addresses, whether anybody has it or not (%s)',
    (userId) => {
      const throttle = createLoginThrottle(now);
      for (let n = 0; n < 50; n++) expect(wrong(throttle, 'caller', `192.0.2.${n}`, userId)).toBe(0);
      expect(throttle.wait({ name: 'caller', userId, address: '198.51.100.1' })).toBe(30);
      expect(throttle.wait({ name: 'somebody', userId: null, address: '198.51.100.1' })).toBe(0);
    },
  );

  test('the limit of a name does not hold for an address that the right password came from', () => {
    const throttle = createLoginThrottle(now);
    const known = { name: 'caller', userId: 'u1', address: '198.51.100.1' };
    throttle.begin(known).end('right');
    for (let n = 0; n < 60; n++) wrong(throttle, 'caller', `192.0.2.${n}`, 'u1');
    expect(throttle.wait({ ...known, address: '198.51.100.2' })).toBe(30);
    expect(throttle.wait(known)).toBe(0);
    // Its own wrong ones still count.
    for (let n = 0; n < 5; n++) expect(wrong(throttle, 'caller', known.address, 'u1')).toBe(0);
    expect(throttle.wait(known)).toBe(30);
  });

  test('a right password does not clear what is guessed for its name elsewhere', () => {
    const throttle = createLoginThrottle(now);
    for (let n = 0; n < 49; n++) wrong(throttle, 'caller', `192.0.2.${n}`, 'u1');
    throttle.begin({ name: 'caller', userId: 'u1', address: '198.51.100.1' }).end('right');
    expect(wrong(throttle, 'caller', '192.0.2.60', 'u1')).toBe(0);
    expect(wrong(throttle, 'caller', '192.0.2.61', 'u1')).toBe(30);
  });

  test('an address is throttled after 20 wrong passwords for any names; a right one does not clear it', () => {
    const throttle = createLoginThrottle(now);
    for (let n = 0; n < 19; n++) expect(wrong(throttle, `name ${n}`, '192.0.2.1')).toBe(0);
    const known = { name: 'caller', userId: 'u1', address: '192.0.2.1' };
    throttle.begin(known).end('right');
    expect(throttle.wait(known)).toBe(0);
    expect(wrong(throttle, 'one more', '192.0.2.1')).toBe(0);
    expect(throttle.wait(known)).toBe(30);
    expect(throttle.wait({ ...known, address: '192.0.2.2' })).toBe(0);
  });

  test('a right password clears its name at its address', () => {
    const throttle = createLoginThrottle(now);
    for (let n = 0; n < 4; n++) wrong(throttle, 'caller', null, 'u1');
    throttle.begin({ name: 'caller', userId: 'u1', address: null }).end('right');
    for (let n = 0; n < 5; n++) expect(wrong(throttle, 'caller', null, 'u1')).toBe(0);
    expect(wrong(throttle, 'caller', null, 'u1')).toBe(30);
  });

  test('memory is bounded: what was counted longest ago is forgotten, and a throttled user stays so', () => {
    const throttle = createLoginThrottle(now);
    const [name, address, familiar] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    const waits = () => ({
      pair: throttle.wait({ name: 'pair', userId: null, address: null }),
      address: throttle.wait({ name: 'another', userId: null, address }),
      stranger: throttle.wait({ name: 'stranger', userId: null, address: name }),
      familiar: throttle.wait({ name: 'caller', userId: 'u1', address: familiar }),
      user: throttle.wait({ name: 'caller', userId: 'u1', address: name }),
    });
    for (let n = 0; n < 5; n++) wrong(throttle, 'pair');
    for (let n = 0; n < 20; n++) wrong(throttle, `name ${n}`, address);
    for (let n = 0; n < 50; n++) wrong(throttle, 'stranger', `192.0.2.${n}`);
    throttle.begin({ name: 'caller', userId: 'u1', address: familiar }).end('right');
    for (let n = 0; n < 50; n++) wrong(throttle, 'caller', `192.0.2.${n + 100}`, 'u1');
    expect(waits()).toEqual({ pair: 30, address: 30, stranger: 30, familiar: 0, user: 30 });
    for (let n = 0; n < 10_001; n++) {
      wrong(throttle, `${n}`, `10.0.${n >> 8}.${n & 255}`);
      throttle.begin({ name: 'caller', userId: 'u1', address: `10.1.${n >> 8}.${n & 255}` }).end('right');
    }
    expect(waits()).toEqual({ pair: 0, address: 0, stranger: 0, familiar: 30, user: 30 });
  });
});

describe('networks', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

  test('every IPv6 address of one network, however it is written, is one', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const network = networkOf(address);
        expect(network === networkOf(new URL(`http://[${address}]`).hostname.slice(1, -1))).toBe(true);
        expect(network).toMatch(/^([\da-f]{1,4}:){4}:\/64$|^\d+\.\d+\.\d+\.\d+$/);
      }),
    );
  });
});
