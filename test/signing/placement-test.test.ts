import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { closing } from '../support/closing.ts';
import { createPdfReader, readDocumentBytes } from '../support/doors/documents.ts';
import {
  isSameConvention,
  type PlacementConvention,
  type PlacementTest,
  type Profile,
  placementConventionSchema,
  placementTestCalls,
  profileSchema,
} from '../support/doors/domain.ts';
import { type ProblemCode, StationError } from '../support/doors/errors.ts';
import { type Misbehaviour, type Practice, type PracticeOptions, startPractice } from '../support/doors/practice.ts';
import { connectSigning } from '../support/doors/provider.ts';
import { runPlacementTest } from '../support/doors/signing.ts';
import { inSoak } from '../support/runner/soak.ts';
import { buildStation, startProvider, type TestStation } from '../support/station.ts';

const byDefault = placementConventionSchema.parse({});

/** Stores a connection to the provider with the default setting, and answers with its id. */
async function connect({ settings, vault }: TestStation, provider: Practice): Promise<string> {
  const { id } = settings.saveProfile({ ...profileOf(provider), name: randomUUID() });
  await vault.setSecret(id, 'clientSecret', provider.secrets.clientSecret ?? '', `${provider.origin} ${provider.origin}`);
  return id;
}

function profileOf(provider: Practice): Profile {
  const { signing, ...profile } = profileSchema.parse(provider.profile);
  return { ...profile, ...(signing && { signing: { ...signing, placement: byDefault } }) };
}

/** Resolves when `wanted` holds of the test. */
function testUntil({ placementTest }: TestStation, wanted: (test: PlacementTest) => boolean): Promise<PlacementTest> {
  return new Promise((resolve) => {
    const look = (test: PlacementTest) => {
      if (!wanted(test)) return;
      placementTest.events.off('changed', look);
      resolve(test);
    };
    placementTest.events.on('changed', look);
  });
}

function start(station: TestStation, profileId: string): Promise<PlacementTest> {
  const done = testUntil(station, ({ step }) => step === 'done');
  station.placementTest.start({ profileId, clientInfo: 'TEST' });
  return done;
}

const find = async (station: TestStation, provider: Practice) => start(station, await connect(station, provider));

const units: [name: string, unit: Partial<PlacementConvention>][] = [
  ['points', { unit: 'point' }],
  ['thousandths', { unit: 'permille' }],
  ...[72, 96, 150, 300].map((dpi): [string, Partial<PlacementConvention>] => [`${dpi} pixels to the inch`, { unit: 'pixel', dpi }]),
];
const frames = (['bottom-left', 'top-left'] as const).flatMap((origin) =>
  (['crop', 'media', 'none'] as const).flatMap((box) =>
    (['as-displayed', 'user-space'] as const).flatMap((rotation) =>
      ([0, 1] as const).map((pageBase) => ({ origin, box, rotation, pageBase })),
    ),
  ),
);

describe('the convention of a provider is found by two test documents', () => {
  // Each frame with one of the units, four for each; in the soak every frame with every unit.
  const chosen = units.map(([name, unit], at) => [name, unit, frames.filter((_, index) => inSoak || index % units.length === at)] as const);
  it.each(chosen)('for %s, with every origin, box, rotation and page base', async (_, unit, own) => {
    const station = await buildStation({ provider: 'none' });
    const wrong: object[] = [];
    for (const frame of own) {
      const provider = await startPractice({ placement: { ...unit, ...frame } });
      const { outcome, calls } = await find(station, provider).finally(() => provider.close());
      const asked = placementConventionSchema.parse({ ...unit, ...frame });
      const right = outcome?.kind === 'found' && isSameConvention(outcome.convention, asked) && outcome.alike.length === 0;
      if (!right || calls.length !== placementTestCalls.usual) wrong.push({ asked, outcome, calls });
    }
    expect(wrong).toEqual([]);
  });
});

/** A station without a connection, and a provider. */
async function build(practice: PracticeOptions = {}) {
  const [station, provider] = [await buildStation({ provider: 'none' }), await startProvider(practice)];
  return { station, provider, profileId: await connect(station, provider) };
}
const signCalls = (provider: Practice) => provider.log().filter(({ operation }) => operation === 'sign');
const logged = (station: TestStation) => [...station.audit.all()].map(({ kind }) => kind);
const failure = ({ outcome }: PlacementTest) =>
  outcome?.kind === 'failed' ? { code: outcome.problem.code, inDoubt: outcome.inDoubt } : outcome;

describe('however a provider signs', () => {
  it.each([
    { file: 'rewritten' },
    { addition: 'certificate-page' },
    { addition: 'footer' },
    { subFilter: 'ETSI.CAdES.detached', key: 'ecdsa', timeStamp: true },
  ] as const)('its convention is found: %j', async (style) => {
    const placement = { unit: 'pixel', dpi: 150, origin: 'top-left', box: 'media', pageBase: 0 } as const;
    const { station, profileId } = await build({ style, placement });
    const { outcome } = await start(station, profileId);
    expect(outcome).toMatchObject({ kind: 'found', convention: placement, unchanged: false, alike: [] });
  });
});

it('the convention of a provider that changes references is found', async () => {
  const { station, provider, profileId } = await build({ placement: { origin: 'top-left' } });
  provider.misbehave('sign', { entry: 'other-reference' }, Number.POSITIVE_INFINITY);
  expect((await start(station, profileId)).outcome).toMatchObject({ kind: 'found', convention: { origin: 'top-left' }, alike: [] });
});

it('an unusual number of pixels to the inch is measured', async () => {
  const placement = { unit: 'pixel', dpi: 133, origin: 'top-left', box: 'none' } as const;
  const { station, profileId } = await build({ placement });
  expect((await start(station, profileId)).outcome).toMatchObject({ kind: 'found', convention: placement, alike: [] });
});

describe('an impossible answer is reported as such', () => {
  const wrong: [NonNullable<Misbehaviour['entry']>, ProblemCode][] = [
    ['original', 'test-without-signature'],
    ['unsigned-pdf', 'test-without-signature'],
    ['invisible', 'test-invisible'],
    ['extra-signature', 'test-several-signatures'],
    ['dropped-page', 'test-pages-changed'],
    ['added-page', 'test-pages-changed'],
    ['other-pdf', 'test-pages-changed'],
    ['other-place', 'test-off-every-convention'],
    ['other-page', 'test-off-every-convention'],
  ];
  it('by what is wrong with the file', async () => {
    const { station, provider, profileId } = await build();
    const found: unknown[] = [];
    for (const [entry] of wrong) {
      provider.misbehave('sign', { entry });
      found.push([entry, failure(await start(station, profileId))]);
    }
    expect(found).toEqual(wrong.map(([entry, code]) => [entry, { code, inDoubt: false }]));
    expect(signCalls(provider)).toHaveLength(wrong.length);
  });

  it('when the confirmation goes elsewhere than what was found', async () => {
    const { station, provider, profileId } = await build();
    provider.misbehave('sign', {});
    provider.misbehave('sign', { entry: 'other-place' });
    const test = await start(station, profileId);
    expect(failure(test)).toEqual({ code: 'test-not-confirmed', inDoubt: false });
    expect(() => station.placementTest.use(profileId)).toThrow('state-changed');
    // The picture of it shows both places.
    expect(test.calls.at(-1)).toMatchObject({ purpose: 'confirm', expected: { page: 1 }, went: { page: 1 } });
    expect(test.calls.at(-1)?.went).not.toEqual(test.calls.at(-1)?.expected);
  });
});

describe('every failure ends the test', () => {
  it('with whether the test document may have been signed, and sends nothing again', async () => {
    const { station, provider, profileId } = await build();
    const troubles: [Misbehaviour, ProblemCode, boolean][] = [
      [{ status: 400 }, 'request-refused', false],
      [{ status: 413 }, 'call-too-large', false],
      [{ entry: 'fail' }, 'provider-said-fail', false],
      [{ status: 500 }, 'provider-error', true],
      [{ drop: 'before-answer' }, 'no-answer', true],
      [{ drop: 'during-answer' }, 'answer-cut-off', true],
      [{ json: 'none' }, 'answer-not-json', true],
      [{ entry: 'success-null' }, 'signed-but-empty', true],
      [{ entry: 'not-base64' }, 'signed-not-base64', true],
      [{ entry: 'malformed-pdf' }, 'signed-not-pdf', true],
      [{ entry: 'missing' }, 'answer-misses-document', true],
      [{ entry: 'other-reference', style: { file: 'rewritten' } }, 'answer-other-document', true],
      [{ entry: 'twice' }, 'answer-repeats-document', true],
      [{ entry: 'unclear-status' }, 'answer-not-as-described', true],
    ];
    const found: unknown[] = [];
    for (const [how] of troubles) {
      provider.misbehave('sign', how);
      found.push([how, failure(await start(station, profileId))]);
    }
    expect(found).toEqual(troubles.map(([how, code, inDoubt]) => [how, { code, inDoubt }]));
    expect(signCalls(provider)).toHaveLength(troubles.length);
    expect(logged(station)).toEqual(troubles.flatMap(() => ['test-sent', 'test-ended']));
  });

  it('before a byte leaves where the credentials are wrong, the secret is missing or the line is down', async () => {
    const { station, provider, profileId } = await build();
    await station.vault.removeSecret(profileId, 'clientSecret');
    expect(failure(await start(station, profileId))).toEqual({ code: 'secret-missing', inDoubt: false });
    await station.vault.setSecret(profileId, 'clientSecret', 'wrong', `${provider.origin} ${provider.origin}`);
    expect(failure(await start(station, profileId))).toEqual({ code: 'credentials-refused', inDoubt: false });
    await provider.close();
    expect(failure(await start(station, profileId))).toEqual({ code: 'connection-refused', inDoubt: false });
    expect(logged(station)).toEqual([]);
  });

  it('when a person cancels it: before the document left, or after', async () => {
    const { station, provider, profileId } = await build();
    provider.misbehave('token', { delay: 300 });
    const before = start(station, profileId);
    station.placementTest.cancel();
    const cancelled = { kind: 'failed', inDoubt: false, problem: { code: 'cancelled', detail: { context: 'test' } } };
    expect((await before).outcome).toMatchObject(cancelled);
    expect(logged(station)).toEqual([]);
    // What has ended and was dismissed does not stop the next one.
    station.placementTest.dismiss();
    expect(station.placementTest.state()).toBeNull();

    provider.misbehave('sign', { delay: 60_000 });
    const leaving = testUntil(station, ({ step }) => step === 'waiting');
    const after = start(station, profileId);
    await leaving;
    station.placementTest.cancel();
    const sent = { kind: 'failed', inDoubt: true, problem: { code: 'cancelled', detail: { context: 'testsent' } } };
    expect((await after).outcome).toMatchObject(sent);
    expect(logged(station)).toEqual(['test-sent', 'test-ended']);
  });
});

describe('every test document is in the log before its first byte leaves', () => {
  it('and nothing leaves when the log cannot be written', async () => {
    const { station, provider, profileId } = await build();
    const append = vi.spyOn(station.audit, 'append').mockImplementation(() => {
      throw new StationError('disk-full');
    });
    onTestFinished(() => append.mockRestore());
    expect(failure(await start(station, profileId))).toEqual({ code: 'disk-full', inDoubt: false });
    expect(signCalls(provider)).toEqual([]);
  });

  it('with the hash of what is sent, and of what comes back', async () => {
    const { station, provider, profileId } = await build();
    provider.misbehave('sign', { delay: 300 });
    const waiting = testUntil(station, ({ step }) => step === 'waiting');
    const done = start(station, profileId);
    await waiting;
    expect(logged(station)).toEqual(['test-sent']);
    const killed = await station.openOn(station.asKilled());
    await done;
    expect(logged(station)).toEqual(['test-sent', 'test-ended', 'test-sent', 'test-ended']);
    const sent = [...station.audit.all()].flatMap(({ kind, content }) => (kind === 'test-sent' ? [content?.detail.sha256] : []));
    const arrived = signCalls(provider).flatMap(({ documents }) => documents?.map(({ sha256 }) => sha256));
    expect(sent).toEqual(arrived);
    expect(new Set(sent).size).toBe(2);
    expect(station.audit.verify()).toMatchObject({ entries: 4, intact: true });
    // It is no document of a customer.
    expect(station.signing.jobs()).toEqual([]);
    expect(station.placementTest.unfinished()).toBeNull();

    // A station that ended at that moment knows at its next start that one left, and sends nothing again.
    const [left, ...more] = [...killed.audit.all()];
    expect([left?.kind, more.length, killed.placementTest.unfinished()]).toEqual(['test-sent', 0, left?.at]);
    expect(killed.placementTest.state()).toBeNull();
    expect(signCalls(provider)).toHaveLength(2);
  });
});

describe('what was found', () => {
  it('becomes the setting of the connection, and the next test has nothing to change', async () => {
    const placement = { unit: 'permille', origin: 'top-left', rotation: 'user-space' } as const;
    const { station, profileId } = await build({ placement });
    await start(station, profileId);
    station.placementTest.use(profileId);
    expect(station.settings.profile(profileId).signing?.placement).toEqual({ ...byDefault, ...placement });
    expect((await start(station, profileId)).outcome).toMatchObject({ kind: 'found', unchanged: true });
  });

  it('is not for a connection that is another agreement by now, nor for another one', async () => {
    const { station, provider, profileId } = await build();
    await start(station, profileId);
    const other = await connect(station, provider);
    expect(() => station.placementTest.use(other)).toThrow('state-changed');
    const { id, ...profile } = station.settings.profile(profileId);
    station.settings.saveProfile({ ...profile, ...(profile.signing && { signing: { ...profile.signing, projectId: 'another' } }) }, id);
    expect(() => station.placementTest.use(profileId)).toThrow('state-changed');
  });

  it('comes of one test at a time', async () => {
    const { station, profileId } = await build();
    const done = start(station, profileId);
    expect(() => station.placementTest.start({ profileId, clientInfo: 'TEST' })).toThrow('state-changed');
    expect((await done).outcome?.kind).toBe('found');
  });
});

it('where several conventions give the first place, another rectangle tells them apart', async () => {
  const provider = await startProvider({ placement: { rotation: 'user-space' } });
  const { signing, network } = profileOf(provider);
  if (!signing) throw new Error('the profile has no signing section');
  const station = await buildStation({ provider: 'none' });
  const connection = closing(connectSigning({ signing, network, secret: async () => provider.secrets.clientSecret ?? '' }));
  const reader = closing(createPdfReader());
  const test = await runPlacementTest(
    {
      audit: station.audit,
      readFacts: async (bytes) => (await readDocumentBytes(bytes, reader)).facts,
      clerk: () => 'Ana',
      changed: () => {},
      returned: () => {},
      // On an upright page, where rotation does not show.
      first: { x1: 100, y1: 200, x2: 260, y2: 280, signaturePage: 4 },
    },
    { profileId: '', profileName: '', account: '', clientInfo: 'TEST', connection },
    new AbortController().signal,
  );
  expect(test.calls.map(({ purpose, fitting }) => [purpose, fitting])).toEqual([
    ['find', 2],
    ['distinguish', 1],
    ['confirm', 1],
  ]);
  expect(test.outcome).toMatchObject({ kind: 'found', convention: { ...byDefault, rotation: 'user-space' } });
});
