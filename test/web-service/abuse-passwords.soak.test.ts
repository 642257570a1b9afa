/** Wrong passwords, of one name and of many (a thousand in the soak), and more bodies than memory would hold: refused and bounded. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sized } from '../support/runner/soak.ts';
import { type AbusedService, documentsPath, form, json, openAbusedService } from '../support/web-service/abused-service.ts';
import { type RawAnswer, request, speak } from '../support/web-service/raw-calls.ts';

const mib = 1024 * 1024;
/** MiB. All bodies together exceed the memory limit. */
const largest = sized(2, 8);
let service: AbusedService;
beforeAll(async () => {
  // Behind a proxy, which says whose call it is: so there can be many addresses, and the tests have one of their own.
  service = await openAbusedService({
    settings: { bodyMiB: largest, transport: 'proxy' },
    limits: { unwanted: { bytes: 16 * mib, time: 2_000 } },
  });
});
afterAll(() => service.close());

type Try = { username: string; password: string; from: string };
const wrong = (username: string, from: string): Try => ({ username, from, password: 'not the password of anybody' });

async function ask({ username, password, from }: Try): Promise<RawAnswer> {
  const body = new URLSearchParams({ grant_type: 'password', username, password }).toString();
  const heard = await speak(service.url, [request({ path: '/api/token', headers: { ...form, 'x-forwarded-for': from }, body })], {
    wait: 60_000,
  });
  expect(heard).toMatchObject({ how: 'closed', rest: Buffer.alloc(0), answers: [expect.anything()] });
  const [answer] = heard.answers;
  if (!answer) throw new Error('no answer');
  const said = JSON.parse(answer.body.toString());
  if (answer.status === 400) expect(said).toEqual({ error: 'invalid_grant' });
  else if (answer.status !== 200) {
    expect([429, 503]).toContain(answer.status);
    expect(said).toEqual({ error: 'temporarily_unavailable' });
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }
  return answer;
}

/** So many at once as a caller may have connections; how often each status was answered. */
async function askAll(tries: readonly Try[], concurrency = 50): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  const left = [...tries];
  const caller = async () => {
    for (let one = left.pop(); one; one = left.pop()) {
      const { status } = await ask(one);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, caller));
  return counts;
}

test('wrong passwords for one name: five are checked from an address, fifty from many, and the right one still gets its token', async () => {
  expect((await ask({ ...service.user, from: '192.0.2.1' })).status).toBe(200);
  const fromOne = await askAll(Array.from({ length: sized(12, 200) }, () => wrong(service.user.username, '198.51.100.7')));
  expect(fromOne[400]).toBe(5);
  // Also from an address that was never heard of.
  expect((await ask({ ...service.user, from: '192.0.2.2' })).status).toBe(200);
  // Fewer at once than passwords may wait, so that none is refused for want of a place.
  const many = sized(60, 800);
  const counts = await askAll(
    Array.from({ length: many }, (_, n) => wrong(service.user.username, `203.0.${n >> 8}.${n & 255}`)),
    30,
  );
  expect(counts[400]).toBe(45);
  expect(counts[200]).toBeUndefined();
  expect((counts[429] ?? 0) + (counts[503] ?? 0)).toBe(many - 45);
  expect((await ask({ ...service.user, from: '192.0.2.1' })).status).toBe(200);
  expect((await ask({ ...service.user, from: '192.0.2.3' })).status).toBe(429);
  await service.expectRight();
});

test('wrong passwords for many names from one address: twenty are checked, whatever an invented forwarding header says', async () => {
  const many = sized(40, 1000);
  // The right-most address is what the proxy saw; the rest, whoever called it may have written.
  const counts = await askAll(
    Array.from({ length: many }, (_, n) => wrong(`nobody-${n}`, n % 2 === 0 ? '203.0.113.9' : `10.9.8.${n & 255}, 203.0.113.9`)),
  );
  expect(counts[400]).toBe(20);
  expect((counts[429] ?? 0) + (counts[503] ?? 0)).toBe(many - 20);
  expect((await ask(wrong('nobody', '203.0.113.9'))).status).toBe(429);
  expect((await ask(wrong('nobody', '203.0.113.10'))).status).toBe(400);
  await service.expectRight();
});

test('a forwarding header that is no address does not give the caller another one', async () => {
  const counts = await askAll(
    Array.from({ length: 24 }, (_, n) => wrong(`anybody-${n}`, `unknown-${n}`)),
    10,
  );
  expect(counts[400]).toBe(20);
  await service.expectRight();
});

test('bodies of more bytes than the memory allowed do not stay in memory', async () => {
  const before = await service.memory();
  // Each differs: a body that a user sends again is quarantined once.
  const bodyOf = (number: number) => Buffer.alloc(largest * mib, `{"Uid": "${number}`);
  const body = bodyOf(0);
  const at = async (count: number, call: Buffer | ((number: number) => Buffer), statuses: number[]) => {
    for (let n = 0; n < count; n += 4) {
      const heard = await Promise.all([0, 1, 2, 3].map((more) => speak(service.url, [typeof call === 'function' ? call(n + more) : call])));
      for (const { answers, how } of heard) {
        expect(how).not.toBe('open');
        for (const { status } of answers) expect(statuses).toContain(status);
      }
    }
  };
  // Without a user, to an unknown path, or too large: not read. From a user, even if they cannot be decompressed: read and quarantined.
  const [few, many] = sized([4, 8], [8, 16]);
  await at(many, request({ path: documentsPath, headers: json, body }), [401]);
  await at(few, request({ path: '/nowhere', headers: json, body }), [404]);
  await at(few, service.documents(Buffer.concat([body, body.subarray(0, 1)])), [413]);
  await at(few, (number) => service.documents(bodyOf(1_000 + number), { 'content-encoding': 'gzip' }), [400]);
  await at(few, request({ path: '/api/token', headers: form, body }), [413]);
  await at(many, (number) => service.documents(bodyOf(number)), [400]);
  const after = await service.memory();
  expect(after.used - before.used).toBeLessThan(48 * mib);
  expect(after.peak - before.peak).toBeLessThan(500 * mib);
  const { inbox, counts } = await service.state();
  // Also those that were too large, without their contents.
  expect(inbox.quarantined).toBe(many + 2 * few);
  expect(counts.quarantined).toBe(inbox.quarantined);
  await service.expectRight();
});
