/** A change of the machine's addresses is noticed, once; what is no change, and what is no address to the outside, is not. */
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { watchNetwork } from '../support/doors/runtime.ts';

type Interfaces = ReturnType<typeof networkInterfaces>;

/** The time in which the addresses are looked at once. */
const look = 4_000;

const address = (cidr: string, more: Partial<NetworkInterfaceInfo> = {}) =>
  ({
    address: cidr.split('/')[0],
    cidr,
    family: 'IPv4',
    netmask: '255.255.255.0',
    mac: '02:00:00:00:00:01',
    internal: false,
    ...more,
  }) as NetworkInterfaceInfo;

/** A machine whose interfaces the test changes, beginning with those that this one really has. */
function machine(first: Interfaces = networkInterfaces()) {
  const own = { interfaces: first, broken: false };
  const changed = vi.fn<() => void>();
  const stop = watchNetwork(changed, () => {
    if (own.broken) throw new Error('uv_interface_addresses');
    return own.interfaces;
  });
  onTestFinished(stop);
  return { own, changed, stop };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a change', () => {
  const before: Interfaces = {
    eth0: [address('192.0.2.7/24'), address('2001:db8::7/64')],
    lo: [address('127.0.0.1/8', { internal: true })],
  };
  const { eth0 = [], lo = [] } = before;

  test.each<[string, Interfaces]>([
    ['another interface with an address', { ...before, wlan0: [address('198.51.100.3/24')] }],
    ['one more address of an interface', { ...before, eth0: [...eth0, address('192.0.2.8/24')] }],
    ['an address that is gone', { ...before, eth0: eth0.slice(1) }],
    ['another address in its place', { ...before, eth0: [address('192.0.2.9/24'), ...eth0.slice(1)] }],
    ['another network mask', { ...before, eth0: [address('192.0.2.7/16'), ...eth0.slice(1)] }],
    ['all addresses gone', { lo }],
    ['no interface at all', {}],
  ])('%s is reported once, at the next check', (_what, after) => {
    const { own, changed } = machine(before);
    own.interfaces = after;
    expect(changed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(look);
    expect(changed).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(10 * look);
    expect(changed).toHaveBeenCalledTimes(1);
    own.interfaces = before;
    vi.advanceTimersByTime(look);
    expect(changed).toHaveBeenCalledTimes(2);
  });

  test('of this machine’s own interfaces is reported once', () => {
    const { own, changed } = machine();
    own.interfaces = { ...networkInterfaces(), 'station-test': [address('203.0.113.77/32')] };
    vi.advanceTimersByTime(look);
    expect(changed).toHaveBeenCalledTimes(1);
  });

  test('to unreadable addresses is reported once, and so is the change back', () => {
    const { own, changed } = machine(before);
    own.broken = true;
    vi.advanceTimersByTime(5 * look);
    expect(changed).toHaveBeenCalledTimes(1);
    own.broken = false;
    vi.advanceTimersByTime(look);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});

describe('no change', () => {
  test('this machine’s own interfaces, read as the station reads them', () => {
    const changed = vi.fn();
    onTestFinished(watchNetwork(changed));
    vi.advanceTimersByTime(20 * look);
    expect(changed).not.toHaveBeenCalled();
  });

  test('the same addresses in another order', () => {
    const [one, other] = [address('192.0.2.7/24'), address('198.51.100.3/24')];
    const { own, changed } = machine({ eth0: [one, other], wlan0: [address('203.0.113.5/24')] });
    own.interfaces = { wlan0: [address('203.0.113.5/24')], eth0: [other, one] };
    vi.advanceTimersByTime(look);
    expect(changed).not.toHaveBeenCalled();
  });

  test('addresses within the machine', () => {
    const { own, changed } = machine({ lo: [address('127.0.0.1/8', { internal: true })] });
    own.interfaces = { lo: [address('127.0.0.1/8', { internal: true }), address('127.0.0.2/8', { internal: true })], lo1: undefined };
    vi.advanceTimersByTime(look);
    expect(changed).not.toHaveBeenCalled();
  });

  test('addresses that are never readable', () => {
    const changed = vi.fn();
    const stop = watchNetwork(changed, () => {
      throw new Error('uv_interface_addresses');
    });
    onTestFinished(stop);
    vi.advanceTimersByTime(20 * look);
    expect(changed).not.toHaveBeenCalled();
  });
});

test('a listener that throws is called once for each change, also for the next one', () => {
  const { own, changed } = machine({});
  changed.mockImplementation(() => {
    throw new Error('of the listener');
  });
  own.interfaces = { eth0: [address('192.0.2.7/24')] };
  expect(() => vi.advanceTimersByTime(look)).toThrow('of the listener');
  vi.advanceTimersByTime(10 * look);
  expect(changed).toHaveBeenCalledTimes(1);
  own.interfaces = {};
  expect(() => vi.advanceTimersByTime(look)).toThrow('of the listener');
  expect(changed).toHaveBeenCalledTimes(2);
});

test('after its stop nothing is checked or reported', () => {
  const { own, changed, stop } = machine({});
  stop();
  stop();
  own.interfaces = { eth0: [address('192.0.2.7/24')] };
  vi.advanceTimersByTime(10 * look);
  expect(changed).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('it does not prevent its process from ending', () => {
  vi.useRealTimers();
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  onTestFinished(watchNetwork(() => undefined));
  expect(timers()).toBe(before);
});
