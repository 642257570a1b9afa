/**
 * Finds out with test documents how a provider counts coordinates: sends a rectangle, finds the conventions that explain the
 * place of the signature, sends another rectangle while several do, and one more to confirm the result.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PdfFacts } from '../../../../shared/domain/documents/document.ts';
import type { PageFacts } from '../../../../shared/domain/placement/geometry.ts';
import type { PlacementConvention, WirePlacement } from '../../../../shared/domain/placement/placement.ts';
import { fromUserSpace, toUserSpace, toWire } from '../../../../shared/domain/placement/placement-convert.ts';
import {
  conventionsThatFit,
  distance,
  distinguishingProbe,
  isSameConvention,
  type Landing,
  type Place,
  placeUnder,
  tolerance,
} from '../../../../shared/domain/placement/placement-finder.ts';
import {
  type DisplayedPlace,
  type PlacementCall,
  type PlacementTest,
  type PlacementTestOutcome,
  placementTestCalls,
} from '../../../../shared/domain/placement/placement-test.ts';
import { type Problem, problem } from '../../../../shared/errors.ts';
import type { SigningConnection } from '../../../platform/provider/sign-documents.ts';
import { type SendTestDeps, sendTest, type TestFailure } from './send-test.ts';
import { confirmingPlace, firstProbe, furtherProbes, testPages } from './test-pages.ts';

type PlacementTestRequest = {
  profileId: string;
  profileName: string;
  account: string;
  clientInfo: string;
  connection: SigningConnection;
};

/** `first`: for tests, another rectangle to begin with. */
export type RunDeps = SendTestDeps & {
  changed(test: PlacementTest): void;
  /** The returned file of a call. */
  returned(call: number, bytes: Uint8Array): void;
  first?: WirePlacement;
};

type Failed = Extract<PlacementTestOutcome, { kind: 'failed' }>;
type Found = { ok: true; landing: Landing } | { ok: false; failed: Failed };

/** Runs a test. Never rejects for a fault of the provider or the connection. The signal ends it between two calls, or aborts a call. */
export async function runPlacementTest(deps: RunDeps, request: PlacementTestRequest, signal: AbortSignal): Promise<PlacementTest> {
  const { profileId, profileName, connection } = request;
  const current = connection.profile.placement;
  const id = randomBytes(4).toString('hex').toUpperCase();
  let test: PlacementTest = { id, profileId, profileName, current, pages: [...testPages], step: 'preparing', calls: [], outcome: null };
  const change = (part: Partial<PlacementTest>) => {
    test = { ...test, ...part };
    deps.changed(test);
  };

  /** Sends one call and stores its result in `test.calls`. */
  async function call(purpose: PlacementCall['purpose'], wire: WirePlacement, convention: PlacementConvention): Promise<Found> {
    const number = test.calls.length + 1;
    const expected = displayed(placeUnder(wire, convention, testPages));
    const opened: PlacementCall = { number, purpose, wire, expected, went: null, fitting: null, integrity: null };
    change({ calls: [...test.calls, opened], step: 'sending' });
    const reference = `TEST-${id}-${number}`;
    const { makeTestDocument } = await import('./test-document.ts');
    const bytes = await makeTestDocument(reference);
    const { account, clientInfo } = request;
    const answer = await sendTest(deps, connection, { reference, bytes, clientInfo, wire, account }, signal, (step) => change({ step }));
    if (!answer.ok) return { ok: false, failed: failedBy(answer) };
    deps.returned(number, answer.bytes);
    const signature = signatureIn(answer.facts);
    if ('code' in signature) return { ok: false, failed: failed(signature) };
    setCall({ went: displayed(signature.place), integrity: signature.integrity });
    return { ok: true, landing: { wire, place: signature.place } };
  }
  const setCall = (part: Partial<PlacementCall>) =>
    change({ calls: test.calls.map((each, index) => (index === test.calls.length - 1 ? { ...each, ...part } : each)) });

  async function find(): Promise<PlacementTestOutcome> {
    const landings: Landing[] = [];
    let fitting: PlacementConvention[] = [];
    let next: WirePlacement | null = deps.first ?? firstProbe;
    while (next !== null && landings.length < placementTestCalls.max - 1) {
      const found: Found = await call(landings.length === 0 ? 'find' : 'distinguish', next, current);
      if (!found.ok) return found.failed;
      landings.push(found.landing);
      fitting = conventionsThatFit(landings, testPages);
      setCall({ fitting: fitting.length });
      if (fitting.length === 0) return failed(problem('test-off-every-convention'));
      next = distinguishingProbe(fitting, furtherProbes, testPages);
    }
    if (next !== null) return failed(problem('test-ambiguous', { count: fitting.length }));
    // The remaining conventions give the same place everywhere: prefer the current one.
    const convention = fitting.find((each) => isSameConvention(each, current)) ?? fitting[0];
    if (convention === undefined) return failed(problem('test-off-every-convention'));
    return confirm(convention, fitting);
  }

  async function confirm(convention: PlacementConvention, fitting: readonly PlacementConvention[]): Promise<PlacementTestOutcome> {
    const { page, rect } = confirmingPlace;
    const facts = testPages[page - 1] as PageFacts;
    const wire = toWire({ page, rect: toUserSpace(rect, facts), box: 'crop' }, facts, convention);
    const found = await call('confirm', wire, convention);
    if (!found.ok) return found.failed;
    const expected = placeUnder(wire, convention, testPages);
    if (expected === null || distance(expected, found.landing.place, testPages) > tolerance) return failed(problem('test-not-confirmed'));
    const alike = fitting.filter((each) => each !== convention);
    setCall({ fitting: fitting.length });
    return { kind: 'found', convention, unchanged: isSameConvention(convention, current), alike };
  }

  change({});
  // The window shows that it has begun before the document is made.
  await sleep(0);
  change({ outcome: await find(), step: 'done' });
  return test;
}

const failed = (why: Problem): Failed => ({ kind: 'failed', problem: why, inDoubt: false });

/** Makes a failure. `context` chooses the wording for test documents: that for customer documents does not fit. */
function failedBy({ problem: why, inDoubt }: TestFailure): Failed {
  const context = why.code === 'cancelled' && inDoubt ? 'testsent' : 'test';
  return { kind: 'failed', problem: { ...why, detail: { ...why.detail, context } }, inDoubt };
}

const displayed = (place: Place | null): DisplayedPlace | null => {
  const page = place && testPages[place.page - 1];
  return place && page ? { page: place.page, rect: fromUserSpace(place.rect, page) } : null;
};

type Signature = { place: Place; integrity: PlacementCall['integrity'] };

/** Returns the only signature with a place. Pages may have been added after the sent ones, but the sent ones must be unchanged. */
function signatureIn({ pages, signatures }: PdfFacts): Signature | Problem {
  if (!testPages.every((page, index) => isSamePage(page, pages[index]))) return problem('test-pages-changed');
  if (signatures.length === 0) return problem('test-without-signature');
  const placed = signatures.flatMap(({ page, rect, integrity }) =>
    page !== null && rect !== null && rect.left < rect.right && rect.bottom < rect.top ? [{ place: { page, rect }, integrity }] : [],
  );
  const [only, another] = placed;
  if (only === undefined) return problem('test-invisible');
  return another === undefined ? only : problem('test-several-signatures', { count: placed.length });
}

function isSamePage(one: PageFacts, other: PageFacts | undefined): boolean {
  if (other === undefined || one.rotation !== other.rotation || one.userUnit !== other.userUnit) return false;
  const edges = ['left', 'bottom', 'right', 'top'] as const;
  return (['mediaBox', 'cropBox'] as const).every((box) => edges.every((edge) => Math.abs(one[box][edge] - other[box][edge]) < 0.01));
}
