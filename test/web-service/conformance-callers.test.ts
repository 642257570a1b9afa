/** Where the service listens and who may call it: addresses, ports, and callers behind a proxy. */
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test, vi } from 'vitest';
import { makeSelfSigned } from '../support/network/test-ca.ts';
import { longWait } from '../support/waiting.ts';
import { certificateFiles } from '../support/web-service/certificate-files.ts';
import { describedAnswers } from '../support/web-service/described-answers.ts';
import { allOf, askToken, callService, fingerprintAt } from '../support/web-service/service-calls.ts';
import { goodUser, problemAtStart, startLoneService } from '../support/web-service/web-service.ts';

/** Of this machine in its network, when it has one. */
const ownAddress: string | undefined = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test('the service listens beyond loopback only with TLS or behind a proxy', async () => {
  expect(await problemAtStart({ host: '0.0.0.0' })).toMatchObject({ code: 'service-needs-tls' });
  expect(await problemAtStart({ host: '::' })).toMatchObject({ code: 'service-needs-tls' });
  const { settings } = await certificateFiles(await makeSelfSigned());
  const everywhere = await startLoneService({ settings: { ...settings, host: '0.0.0.0' } });
  expect(everywhere.urls[0]).toMatch(/^https:\/\/127\./);
  expect(await startLoneService({ settings: { host: '0.0.0.0', transport: 'proxy' } }).then(({ url }) => url)).toMatch(/^http:/);
  expect(
    await startLoneService({ settings: { host: 'localhost' } }).then(({ url }) => callService(url, { method: 'GET', path: '/health' })),
  ).toMatchObject({
    status: 200,
  });
  for (const host of ['no-such-host.invalid', '203.0.113.7', '999.1.1.1'])
    expect(await problemAtStart({ ...settings, host })).toMatchObject({ code: 'service-address-unusable', detail: { address: host } });
  expect(await problemAtStart({ allowed: ['10.0.0.0/40'] })).toMatchObject({
    code: 'service-address-unusable',
    detail: { address: '10.0.0.0/40' },
  });
});

test('a port in use is reported, and the service does not start', async () => {
  const { url } = await startLoneService();
  const port = Number(new URL(url).port);
  expect(await problemAtStart({ port })).toMatchObject({ code: 'service-port-taken', detail: { port } });
});

test('this machine may call from each of its addresses, whatever the list says', async () => {
  const { settings } = await certificateFiles(await makeSelfSigned());
  const open = await startLoneService({ settings: { ...settings, host: '0.0.0.0', allowed: ['192.0.2.0/24'] } });
  expect(await fingerprintAt(open.url)).toBeTruthy();
  if (ownAddress) expect(await fingerprintAt(open.url.replace('127.0.0.1', ownAddress))).toBeTruthy();
});

test.skipIf(!ownAddress)('a connection from an address that is neither a proxy nor on the list is closed unread', async () => {
  // Behind a proxy this machine's own address in its network is no proxy.
  const proxied = await startLoneService({ settings: { host: '0.0.0.0', transport: 'proxy' } });
  const socket = net.connect(Number(new URL(proxied.url).port), ownAddress);
  socket.on('error', () => {});
  expect(await allOf(socket)).toBe('');
  await vi.waitFor(() => expect(proxied.events).toMatchObject([{ kind: 'not-allowed', status: null, user: null }]), longWait);
});

test('behind a proxy the caller is the one that the proxy names, not the one that the caller claims', async () => {
  const service = await startLoneService({ settings: { transport: 'proxy', proxies: ['10.0.0.0/24'], allowed: ['192.0.2.0/24'] } });
  const described = await describedAnswers(service.url);
  const from = (...forwarded: string[]) =>
    askToken(service.url, goodUser, { headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwarded } });
  const allowed: [string[], string][] = [
    [['192.0.2.5'], '192.0.2.5'],
    [['8.8.8.8, 192.0.2.5'], '192.0.2.5'],
    [['8.8.8.8', '192.0.2.6, 10.0.0.3'], '192.0.2.6'],
    [['::ffff:192.0.2.7'], '192.0.2.7'],
    [['192.0.2.8:4711'], '192.0.2.8'],
    [['127.0.0.1'], '127.0.0.1'],
  ];
  for (const [forwarded, address] of allowed) {
    expect((await from(...forwarded)).status, forwarded.join()).toBe(200);
    expect(service.askedFrom.at(-1)).toBe(address);
  }
  for (const forwarded of [['8.8.8.8'], ['192.0.2.5, 8.8.8.8'], ['192.0.2.5', '10.0.1.1'], ['unknown'], ['10.0.0.3']]) {
    const answer = await from(...forwarded);
    expect(answer.status, forwarded.join()).toBe(403);
    described.check('POST', '/api/token', answer);
  }
  expect(service.askedFrom).toHaveLength(allowed.length);
  expect(service.events.filter(({ kind }) => kind === 'not-allowed')).toHaveLength(5);
  // Without a proxy the header is anybody's word.
  const bare = await startLoneService();
  await askToken(bare.url, goodUser, { headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': '192.0.2.5' } });
  expect(bare.askedFrom).toEqual(['127.0.0.1']);
});
