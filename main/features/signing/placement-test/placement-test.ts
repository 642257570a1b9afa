/** The service that finds out how a provider counts coordinates: one test at a time, for a stored connection or the one in use. */
import { EventEmitter } from 'node:events';
import type { PlacementConvention } from '../../../../shared/domain/placement/placement.ts';
import type { PlacementTest } from '../../../../shared/domain/placement/placement-test.ts';
import type { Profile, SigningProfile } from '../../../../shared/domain/settings/profile.ts';
import { problemOf, StationError } from '../../../../shared/errors.ts';
import { type Account, accountKey } from '../../../platform/provider/account.ts';
import { signingTarget } from '../../../platform/provider/sign-documents.ts';
import type { ConnectionPool } from '../../../platform/runtime/connection-pool.ts';
import { type RunDeps, runPlacementTest } from './run-placement-test.ts';

type PlacementTestDeps = Omit<RunDeps, 'changed' | 'returned'> & {
  connections: ConnectionPool;
  /** @throws StationError `profile-unknown` */
  stored(profileId: string): Account;
  /** The connection in use; null for none. */
  active(): Promise<Account | null>;
  saveProfile(profile: Profile, id: string): unknown;
};

export type PlacementTestService = {
  events: EventEmitter<{ changed: [test: PlacementTest] }>;
  /** Returns the running test, or the latest since the start of the station. */
  state(): PlacementTest | null;
  /**
   * Returns when a test document was sent without its end in the log, because the station ended first; null when a later test has ended.
   * ISO 8601 in UTC.
   */
  unfinished(): string | null;
  /**
   * Begins a test for a stored connection, and emits `changed` until it is done.
   * @throws StationError `profile-unknown`, `signing-not-set-up`, `state-changed` while one is under way
   */
  start(request: { profileId: string; clientInfo: string }): void;
  /** Runs a test for the connection in use to its end. @throws StationError `signing-not-set-up`, `state-changed` */
  run(clientInfo: string, signal: AbortSignal, changed: (test: PlacementTest) => void): Promise<PlacementTest>;
  /** Begins no further call, and aborts the one under way. */
  cancel(): void;
  /** Removes a finished test. */
  dismiss(): void;
  /**
   * Saves the convention that was found in the stored connection.
   * @throws StationError `state-changed` when none was found, or the connection is for another agreement now; `profile-unknown`
   */
  use(profileId: string): void;
  /** Returns the returned file of a call of the latest test. @throws StationError `document-unknown` */
  returned(call: number): Uint8Array;
  close(): Promise<void>;
};

export function createPlacementTest(deps: PlacementTestDeps): PlacementTestService {
  const events = new EventEmitter<{ changed: [test: PlacementTest] }>();
  const files = new Map<number, Uint8Array>();
  let latest: PlacementTest | null = null;
  /** The agreement of the latest test. */
  let agreement = '';
  /** Stops the test under way; null from the event with its end on, whose listeners may begin the next one. */
  let underWay: AbortController | null = null;
  /** Fulfils when the latest test has left its connection too. */
  let ended: Promise<unknown> = Promise.resolve();

  async function runFor(account: Account, key: string, clientInfo: string, stop: AbortController, changed: (test: PlacementTest) => void) {
    const target = signingTarget(account);
    if (target === null) throw new StationError('signing-not-set-up');
    const lease = deps.connections.acquire(target);
    const { id: profileId, profile } = account;
    const put = (test: PlacementTest) => {
      latest = test;
      if (test.step === 'done') underWay = null;
      changed(test);
    };
    const runDeps: RunDeps = { ...deps, returned: (call, bytes) => void files.set(call, bytes), changed: put };
    try {
      const request = { profileId, profileName: profile.name, account: key, clientInfo, connection: lease.connection };
      return await runPlacementTest(runDeps, request, stop.signal);
    } catch (thrown) {
      // A fault of the station, such as a full disk: it ends like any other failure.
      if (latest === null) throw thrown;
      const failed: PlacementTest = { ...latest, step: 'done', outcome: { kind: 'failed', problem: problemOf(thrown), inDoubt: false } };
      put(failed);
      return failed;
    } finally {
      lease.release();
    }
  }

  /** @throws StationError `signing-not-set-up`, `state-changed` */
  function begin(account: Account, clientInfo: string, changed: (test: PlacementTest) => void): Promise<PlacementTest> {
    if (underWay !== null) throw new StationError('state-changed');
    const { signing } = account.profile;
    if (!signing) throw new StationError('signing-not-set-up');
    files.clear();
    latest = null;
    agreement = agreementOf(signing);
    const stop = new AbortController();
    underWay = stop;
    const done = runFor(account, accountKey(signing), clientInfo, stop, changed);
    ended = done.catch(() => {
      if (underWay === stop) underWay = null;
    });
    return done;
  }

  return {
    events,
    state: () => latest,
    unfinished() {
      const entry = underWay !== null ? null : deps.audit.latestOf(['test-sent', 'test-ended']);
      return entry?.kind === 'test-sent' ? entry.at : null;
    },
    start({ profileId, clientInfo }) {
      void begin(deps.stored(profileId), clientInfo, (test) => events.emit('changed', test)).catch(() => undefined);
    },
    async run(clientInfo, signal, changed) {
      const account = await deps.active();
      if (account === null) throw new StationError('signing-not-set-up');
      const done = begin(account, clientInfo, changed);
      const cancel = () => underWay?.abort();
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) cancel();
      return done.finally(() => signal.removeEventListener('abort', cancel));
    },
    cancel: () => underWay?.abort(),
    dismiss() {
      if (underWay !== null) return;
      latest = null;
      files.clear();
    },
    use(profileId) {
      if (latest?.outcome?.kind !== 'found' || latest.profileId !== profileId) throw new StationError('state-changed');
      const { id, profile } = deps.stored(profileId);
      if (!profile.signing || agreementOf(profile.signing) !== agreement) throw new StationError('state-changed');
      const placement = placementToSave(latest.outcome.convention, profile.signing.placement);
      deps.saveProfile({ ...profile, signing: { ...profile.signing, placement } }, id);
    },
    returned(call) {
      const bytes = files.get(call);
      if (bytes === undefined) throw new StationError('document-unknown');
      return bytes;
    },
    async close() {
      underWay?.abort();
      await ended;
    },
  };
}

/** Identifies the agreement that a finding is valid for: not for another provider or account. */
const agreementOf = ({ baseUrl, accountId, projectId }: SigningProfile): string => JSON.stringify([baseUrl, accountId, projectId]);

/** Returns the found convention; keeps the typed pixels per inch where the unit does not use them. */
const placementToSave = (found: PlacementConvention, before: PlacementConvention): PlacementConvention =>
  found.unit === 'pixel' ? found : { ...found, dpi: before.dpi };
