import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { bareAddress, callerAddress, createGate, isListed, isLoopback, readAddresses } from '../support/doors/web-service.ts';

test('addresses are compared by value, not by spelling', () => {
  for (const [text, bare] of [
    ['10.0.0.1', '10.0.0.1'],
    ['10.0.0.1:443', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['[::1]:443', '::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['10.0.0', null],
    ['unknown', null],
    ['', null],
  ] as const)
    expect(bareAddress(text), text).toBe(bare);
  for (const text of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', '0:0:0:0:0:0:0:1']) expect(isLoopback(text), text).toBe(true);
  for (const text of ['128.0.0.1', '10.0.0.1', '::2', 'localhost', undefined]) expect(isLoopback(text), text).toBe(false);
});

test('lists contain addresses and ranges, also IPv4 within IPv6', () => {
  const list = readAddresses(['10.1.0.0/16', '192.168.1.7', '2001:db8::/32', '::ffff:172.16.0.1']);
  for (const text of ['10.1.255.255', '::ffff:10.1.2.3', '::ffff:0a01:0203', '192.168.1.7', '2001:db8:1::1', '172.16.0.1'])
    expect(isListed(list, text), text).toBe(true);
  for (const text of ['10.2.0.1', '192.168.1.8', '2001:db9::1', '172.16.0.2', 'x', undefined])
    expect(isListed(list, text), text).toBe(false);
  expect(isListed(readAddresses(['0.0.0.0/0']), '8.8.8.8')).toBe(true);
});

test('an entry that is neither address nor range is refused with its text', () => {
  for (const text of ['example.com', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1/8/8', '2001:db8::/129', '10.0.0.1/x', '10.0.0.256', ''])
    expect(() => readAddresses([text]), text).toThrow();
  const problem = { code: 'service-address-unusable', message: 'service-address-unusable', detail: { address: '10.0.0.0/99' } };
  expect(() => readAddresses(['10.0.0.1', '10.0.0.0/99'])).toThrow(expect.objectContaining({ problem }));
});

const from = (remoteAddress: string, localAddress = '10.0.0.5') => ({ remoteAddress, localAddress }) as Socket;

test('without a list any address may call; with one, those on it and this machine', () => {
  const everybody = createGate({ transport: 'files', allowed: [], proxies: [] });
  expect(everybody.mayConnect(from('8.8.8.8'))).toBe(true);
  const some = createGate({ transport: 'files', allowed: ['192.168.0.0/24'], proxies: [] });
  for (const address of ['192.168.0.9', '::ffff:192.168.0.9', '127.0.0.1', '::1', '10.0.0.5'])
    expect(some.mayConnect(from(address)), address).toBe(true);
  for (const address of ['192.168.1.9', '10.0.0.6', '::ffff:8.8.8.8']) expect(some.mayConnect(from(address)), address).toBe(false);
  expect(some.trusts('127.0.0.1')).toBe(false);
});

test('behind a proxy only proxies may connect, and the caller is the one that they name', () => {
  const gate = createGate({ transport: 'proxy', allowed: ['192.168.0.0/24'], proxies: ['10.0.0.0/24'] });
  for (const address of ['127.0.0.1', '10.0.0.9', '::ffff:10.0.0.9']) expect(gate.mayConnect(from(address)), address).toBe(true);
  for (const address of ['192.168.0.9', '10.0.1.9']) expect(gate.mayConnect(from(address)), address).toBe(false);
  expect([gate.mayCall('192.168.0.9'), gate.mayCall('8.8.8.8'), gate.mayCall('unknown'), gate.mayCall('127.0.0.1')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([callerAddress('1.2.3.4:99', '127.0.0.1'), callerAddress('unknown', '::ffff:127.0.0.1')]).toEqual(['1.2.3.4', '127.0.0.1']);
});
