/** The self-test of the service: every step, what it trusts, and where it ends when something answers otherwise. */
import { expect, test } from 'vitest';
import { selfTestSteps } from '../support/doors/domain.ts';
import { selfTest } from '../support/doors/web-service.ts';
import { makeAuthority, makeSelfSigned } from '../support/network/test-ca.ts';
import { certificateFiles } from '../support/web-service/certificate-files.ts';
import { askToken, sendToDocuments } from '../support/web-service/service-calls.ts';
import { answerOf, startLoneService } from '../support/web-service/web-service.ts';
import { buildServing } from '../support/web-service/web-service-actions.ts';

const marked = { selfTestMark: 'x' };
const allTaken = selfTestSteps.map((step) => ({ step, problem: null }));

test('the self-test takes every step, and leaves nothing behind', async () => {
  const station = await buildServing();
  const steps = await station.service.selfTest();
  expect(steps).toEqual(allTaken);
  expect(station.inbox.state()).toEqual({ total: 0, unread: 0, quarantined: 0 });
  expect(station.service.state()).toMatchObject({ lastPush: null, lastToken: null, users: 1, errors: [] });
});

test('the self-test hides only its own calls', async () => {
  const service = await startLoneService();
  const guest = { username: 'guest', password: 'right' };
  const wrong = async () => void (await askToken(service.url, { username: 'provider', password: 'wrong' }));
  const [steps] = await Promise.all([selfTest({ web: service, guest }), wrong(), sendToDocuments(service.url, 'no token', '{}')]);
  expect(steps.every(({ problem }) => problem === null)).toBe(true);
  await expect.poll(() => service.events.map(({ kind }) => kind).sort()).toEqual(['token-refused', 'unauthorized']);
  // Only with the mark of this server.
  await selfTest({ web: { ...marked, urls: service.urls, certificate: null }, guest });
  await expect.poll(() => service.events.length).toBeGreaterThan(4);
});

test('a body of the self-test is refused like any other, and not quarantined', async () => {
  const quarantined: string[] = [];
  let guest = true;
  const service = await startLoneService({
    access: { token: async () => ({ kind: 'refused' }), callerOf: () => ({ id: '1', name: 'x', guest }) },
    intake: {
      ingestPush: () => Promise.reject(new Error('no record is pushed')),
      noteTooLarge: async () => {},
      rehearse: async () => {},
      quarantine: async (_body, name) => void quarantined.push(name),
    },
  });
  for (guest of [true, false]) expect((await sendToDocuments(service.url, 'x', '{')).status).toBe(400);
  expect(quarantined).toEqual(['x']);
});

test('the self-test trusts only the certificate of the service, whoever issued it', async () => {
  const authority = await makeAuthority();
  // Of another name than the address: the provider calls by that name, the self-test does not.
  const own = await authority.issue({ host: 'service.example' });
  const { settings } = await certificateFiles({ ...own, cert: own.cert + authority.pem });
  const service = await startLoneService({ settings });
  const guest = { username: 'guest', password: 'right' };
  expect(await selfTest({ web: service, guest })).toEqual(allTaken);
  const other = await authority.issue({ host: 'service.example' });
  for (const certificate of [other.cert, (await makeSelfSigned()).cert, authority.pem]) {
    const steps = await selfTest({ web: { ...marked, urls: service.urls, certificate }, guest });
    expect(steps).toMatchObject([{ step: 'reach', problem: { code: 'certificate-untrusted' } }]);
  }
});

test('the self-test ends with the first step that fails', async () => {
  const guest = { username: 'guest', password: 'right' };
  const everybody = { token: async () => issued, callerOf: () => null };
  const issued = {
    kind: 'issued',
    token: 'x',
    minutes: 1,
    issued: new Date(),
    expires: new Date(),
    caller: { id: '1', name: 'x', guest: true },
  } as const;
  const open = await startLoneService({ access: everybody });
  expect((await selfTest({ web: open, guest })).at(-1)).toMatchObject({
    step: 'wrong-password',
    problem: { code: 'service-test-failed', detail: { status: 200 } },
  });
  const generous = await startLoneService({ publishing: { answer: async () => answerOf(['["AAAA"]']) } });
  expect((await selfTest({ web: generous, guest })).at(-1)).toMatchObject({ step: 'documents', problem: { detail: { status: 200 } } });
  const full = await startLoneService({
    intake: {
      ingestPush: () => Promise.reject(new Error('x')),
      noteTooLarge: async () => {},
      rehearse: () => Promise.reject(new Error('x')),
      quarantine: async () => {},
    },
  });
  expect((await selfTest({ web: full, guest })).at(-1)).toMatchObject({ step: 'push', problem: { detail: { status: 500 } } });
  const { urls } = full;
  await full.close();
  expect(await selfTest({ web: { ...marked, urls, certificate: null }, guest })).toMatchObject([
    { step: 'reach', problem: { code: 'connection-refused' } },
  ]);
});
