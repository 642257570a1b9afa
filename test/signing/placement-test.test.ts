import { describe, expect, it, onTestFinished } from 'vitest';
import {
  isSameConvention,
  type PlacementConvention,
  type PlacementTest,
  placementConventionSchema,
  placementTestCalls,
  profileSchema,
} from '../support/doors/domain.ts';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { buildStation, type TestStation } from '../support/station.ts';

/** Sends test documents to a provider that counts so, from a connection with the default setting. */
async function find(station: TestStation, provider: Practice): Promise<PlacementTest> {
  const profileId = await connect(station, provider);
  return test(station, profileId);
}

async function connect({ settings, vault }: TestStation, provider: Practice): Promise<string> {
  const profile = profileSchema.parse(provider.profile);
  const { id } = settings.saveProfile({
    ...profile,
    ...(profile.signing && { signing: { ...profile.signing, placement: placementConventionSchema.parse({}) } }),
  });
  const secret = provider.secrets.clientSecret ?? '';
  await vault.setSecret(id, 'clientSecret', secret, `${provider.origin} ${provider.origin}`);
  return id;
}

function test({ placementTest }: TestStation, profileId: string): Promise<PlacementTest> {
  return new Promise((resolve) => {
    const look = (state: PlacementTest) => {
      if (state.outcome === null) return;
      placementTest.events.off('changed', look);
      resolve(state);
    };
    placementTest.events.on('changed', look);
    placementTest.start({ profileId, clientInfo: 'TEST' });
  });
}

async function practice(placement: Partial<PlacementConvention> = {}): Promise<Practice> {
  const provider = await startPractice({ placement });
  onTestFinished(() => provider.close());
  return provider;
}

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
  it.each(units)('for %s, with every origin, box, rotation and page base', async (_, unit) => {
    const station = await buildStation({ provider: 'none' });
    const wrong: object[] = [];
    for (const frame of frames) {
      const provider = await startPractice({ placement: { ...unit, ...frame } });
      const { outcome, calls } = await find(station, provider).finally(() => provider.close());
      const asked = placementConventionSchema.parse({ ...unit, ...frame });
      const right = outcome?.kind === 'found' && isSameConvention(outcome.convention, asked) && outcome.alike.length === 0;
      if (!right || calls.length !== placementTestCalls.usual) wrong.push({ asked, outcome, calls });
    }
    expect(wrong).toEqual([]);
  });
});
