/**
 * `serve`, killed again and again (SIGKILL) while the practice caller pushes, sends rubbish, and fetches: every push that got 200
 * is there once for its Uid and content, no document that is offered once is lost, and nothing is incomplete. The caller continues
 * through it all, and sends again what got no answer. Rounds and seed as in `test/signing/kill/kill.test.ts`.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { closing } from '../../support/closing.ts';
import { createStation } from '../../support/doors/app.ts';
import { type Caller, type CallerMisbehaviour, createCaller, streamPushes } from '../../support/doors/practice.ts';
import { createRandom, type Random } from '../../support/kill/random.ts';
import { lastingPort } from '../../support/network/lasting-port.ts';
import { plainPdf } from '../../support/pdf/pdfs.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { sha256 } from '../../support/sha256.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { longWait } from '../../support/waiting.ts';
import { createServiceAccount, type ServiceAccount, watched } from './account.ts';
import { copyLeft, examineService, type ServiceExamined } from './examine.ts';
import { type ServeChild, type ServePlace, startServe } from './serve-child.ts';

const total = rounds(4);
/** Of each way: published before, and put into the watched folder, one a round. */
const offered = 60;
const thoroughEvery = 25;
const perSecond = 50;
const maxQuarantined = 800;
const user = { username: 'provider', password: randomBytes(12).toString('hex') };

/** What the kill is aimed at, by weight: how many milliseconds after the start, or after how many further answers and how soon then. */
const aims: readonly (readonly [weight: number, aim: { from: 'start' | 'listening' | 'answer'; latest: number }])[] = [
  [2, { from: 'start', latest: 1_200 }],
  [2, { from: 'listening', latest: 150 }],
  [8, { from: 'answer', latest: 12 }],
];

async function moment(child: ServeChild, random: Random, answers: () => number): Promise<void> {
  const { from, latest } = random.pick(aims);
  const delay = random.next() * latest;
  if (from !== 'start') await child.ready;
  if (from === 'answer') {
    const until = answers() + random.between(3, 30);
    // A process that ended answers no one: the report comes afterwards.
    let gone = false;
    void child.gone.then(() => {
      gone = true;
    });
    while (!gone && answers() < until) await wait(2);
  }
  await wait(delay);
}

/** Now and then a call that goes wrong on its way, before one that does not. */
const misbehaving = (random: () => number): CallerMisbehaviour | null => {
  const by = random();
  return by < 0.03 ? { body: { as: 'dropped' } } : by < 0.05 ? { token: 'unknown' } : by < 0.07 ? { body: { as: 'slow', pause: 5 } } : null;
};

/** Until `signal`: bodies that are neither use. */
async function sendRubbish(caller: Caller, account: ServiceAccount, signal: AbortSignal): Promise<void> {
  for (let n = 0; n < maxQuarantined; n += 1) {
    const body = Buffer.from(`{"Nota": "${seed}-${n}", "Uid": "${'x'.repeat(n % 7)}", "Uid": ${n}}`);
    const { status } = await caller.push(body, { signal });
    if (status === 400) account.quarantined.add(sha256(body));
    else account.strange.push(`rubbish: ${status}`);
    await wait(100, undefined, { signal });
  }
}

/** Until `signal`, asks for whoever is next; what is under way then comes to its end, as a document that is handed over has come. */
async function fetchAll(
  caller: Caller,
  account: ServiceAccount,
  ids: readonly string[],
  signal: AbortSignal,
  atLast: AbortSignal,
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const { status, documents } = await caller.fetch({ IdNumber: ids[n % ids.length] }, { signal: atLast });
    if (documents === null) account.strange.push(`fetch: ${status}`);
    for (const document of documents ?? []) account.came.add(sha256(document));
    await wait(5);
  }
}

const idOf = (n: number): string => String(70_000_000 + n);

test(`serve, killed ${total} times, seed ${seed}: what got 200 is there once, and nothing is half there`, async () => {
  const [random, account, vaultKey, home] = [createRandom(seed), createServiceAccount(), randomBytes(32), await tempDir()];
  const names = ['data', 'watched', 'scratch', 'papers'] as const;
  const [dataDir, watchedFolder, scratch, papers] = names.map((name) => join(home, name)) as [string, string, string, string];
  for (const folder of [watchedFolder, scratch, papers]) await mkdir(folder);
  const settings = join(home, 'settings.json');
  await writeFile(settings, JSON.stringify({ watchedOnce: true }));
  const place: ServePlace = {
    home,
    dataDir,
    port: await lastingPort(),
    watched: watchedFolder,
    settings,
    env: {
      STATION_VAULT_KEY: vaultKey.toString('base64'),
      STATION_SERVICE_USERNAME: user.username,
      STATION_SERVICE_PASSWORD: user.password,
    },
  };
  const published = new Map<string, Buffer>();
  for (let n = 0; n < 2 * offered; n += 1) {
    const bytes = Buffer.from(await plainPdf(1, `${n}`));
    published.set(sha256(bytes), bytes);
    if (n < offered) await writeFile(join(papers, `${n}.pdf`), bytes);
  }
  const ids = Array.from({ length: 2 * offered }, (_, n) => idOf(n));
  const station = await createStation({ dataDir, vaultKey, provider: { kind: 'practice' }, sending: 'manual' });
  for (let n = 0; n < offered; n += 1) {
    const staged = await station.publishing.stage([join(papers, `${n}.pdf`)]);
    const keys = [{ kind: 'identification' as const, value: idOf(n) }];
    await station.publishing.publish({ staged: staged.map(({ id }) => id), keys, once: true, visitId: null });
  }
  await station.close();

  const faults: string[] = [];
  const examined: ServiceExamined = {
    vaultKey,
    scratch,
    account,
    fault: (text) => void (faults.length < 20 && faults.push(text)),
    read: new Map(),
    published: new Set(published.keys()),
  };
  const caller = closing(
    createCaller({
      url: `http://127.0.0.1:${place.port}`,
      ...user,
      retry: { attempts: Number.POSITIVE_INFINITY, firstMs: 20, maxMs: 200 },
    }),
  );
  const stop = new AbortController();
  const atLast = new AbortController();
  onTestFinished(() => {
    stop.abort();
    atLast.abort();
  });
  const { signal } = stop;
  const chance = createRandom(seed + 1);
  const ended = (work: Promise<unknown>) =>
    work.catch((thrown: unknown) => {
      if (!signal.aborted) faults.push(`the caller: ${thrown}`);
    });
  const work = Promise.all([
    ended(streamPushes(watched(caller, account), { signal, perSecond, maxConcurrent: 6, random: chance.next, how: misbehaving })),
    ended(sendRubbish(caller, account, signal)),
    ended(fetchAll(caller, account, ids, signal, atLast.signal)),
  ]);

  const all = [...published.values()];
  const began = Date.now();
  let child = startServe(place);
  onTestFinished(() => child.kill('SIGKILL'));
  /** A kill that meets no call shows nothing: more rounds than asked for, up to ten times as many, while too few calls were cut off. */
  const continues = (round: number) => round <= total || (round <= 10 * total && account.lost <= total / 2);
  for (let round = 1; faults.length === 0 && continues(round); round += 1) {
    const paper = all[offered + (round % offered)];
    if (paper) await writeFile(join(watchedFolder, `${idOf(offered + (round % offered))}_${round}.pdf`), paper);
    await moment(child, random, () => account.answered);
    child.kill('SIGKILL');
    const { code, stderr } = await child.gone;
    expect(code, `seed ${seed}: it ended by itself: ${stderr}`).toBeNull();
    const left = await copyLeft(dataDir, examined);
    // The next one runs while the last one is looked at.
    child = startServe(place);
    await examineService(left, examined, round % thoroughEvery === 0);
    if (faults.length > 0) faults.push(`in round ${round}`);
  }
  // What got no answer yet gets one, and there is enough of each kind to look at; then it ends on its signal.
  await child.ready;
  const enough = account.answered + 30;
  const { accepted, quarantined, came } = account;
  const atLeast = { answered: enough, accepted: 4 * total + 1, quarantined: 1, came: Math.min(2 * offered, Math.ceil(total / 5)) };
  const reached = () => ({ answered: account.answered, accepted: accepted.size, quarantined: quarantined.size, came: came.size });
  const lacking = () => Object.entries(reached()).filter(([kind, count]) => count < atLeast[kind as keyof typeof atLeast]);
  await vi.waitFor(() => expect(faults.length > 0 ? [] : lacking()).toEqual([]), longWait);
  stop.abort();
  await work;
  child.kill('SIGTERM');
  const { code, last, stderr } = await child.gone;
  expect([code, JSON.parse(last).event], stderr).toEqual([0, 'stopped']);
  await examineService(await copyLeft(dataDir, examined), examined, true);

  const seconds = Math.round((Date.now() - began) / 1000);
  const { begun, lost, strange } = account;
  console.log(
    `serve, seed ${seed}: ${JSON.stringify({ accepted: accepted.size, begun: begun.size, lost, quarantined: quarantined.size, came: came.size, strange: strange.length, seconds })}`,
  );
  expect(faults, `seed ${seed}: ${faults.join('; ')}`).toEqual([]);
  expect([...new Set(strange)]).toEqual([]);
  expect(lost).toBeGreaterThan(total / 2);
});
