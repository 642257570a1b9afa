/**
 * Composition root: builds the whole station from plain parts, without Electron. The desktop application,
 * the command line and the tests all start here.
 */

import { userInfo } from 'node:os';
import packageFile from '../../package.json' with { type: 'json' };
import type { RunPace } from '../../shared/domain/bulk-screening.ts';
import { localMinute } from '../../shared/domain/local-format.ts';
import { partsOf, searchProfileSchema } from '../../shared/domain/profile.ts';
import type { VerificationSettings } from '../../shared/domain/verification-settings.ts';
import { problem, StationError } from '../../shared/errors.ts';
import { createDocumentList, createFactsReader, readDocument, readDocumentBytes } from '../features/documents/documents.ts';
import { listRecords } from '../features/records/records.ts';
import { createBulkScreening, createScreening } from '../features/screening/screening.ts';
import { openSettingsRepository } from '../features/settings/settings.ts';
import { createPlacementTest, createReturnedFiles, createSigning } from '../features/signing/signing.ts';
import { createFileVerifier } from '../features/verification/verification.ts';
import { createVisits, type ServiceItems } from '../features/visits/visits.ts';
import { createVault } from '../platform/keychain/vault.ts';
import { accountKey, practiceAccount } from '../platform/provider/account.ts';
import { signingTarget } from '../platform/provider/signing-connection.ts';
import { machineAuthorities } from '../platform/provider/trust.ts';
import { canValidate, type ValidationConnection, validationTarget } from '../platform/provider/validation-query.ts';
import { createCircuitBreakers, defaultRetry } from '../platform/runtime/circuit-breaker.ts';
import { createConnectionPool, type Lease } from '../platform/runtime/connection-pool.ts';
import { watchNetwork } from '../platform/runtime/network-watch.ts';
import { openTrustedClock } from '../platform/storage/trusted-clock.ts';
import { createAccounts } from './accounts.ts';
import { restoreFollowed } from './backup/complete-restore.ts';
import { createPracticeMode, practiceParts } from './practice-mode.ts';
import { createSearchAccess } from './search-access.ts';
import { createServiceParts, type ServiceParts } from './service-parts.ts';
import type { Station, StationOptions } from './station.ts';
import { openStationFolder, type StationFolder } from './station-folder.ts';
import { testAccount } from './test-account.ts';

/** Days. For practice, and for a profile without a signing section. */
const usualDuplicateWindow = 30;

/** The pace without a profile. */
const usualSearch = searchProfileSchema.parse({ url: 'https://a', projectName: 'a' });

/** @throws StationError `data-folder-in-use`, `data-folder-unusable`, `data-key-missing`, `disk-full` */
export const createStation = (options: StationOptions): Promise<Station> =>
  openStationFolder(options, (folder) => openStation({ options, ...folder }));

export type StationDeps = StationFolder & { options: StationOptions };

/** Opens the station on data that are open. */
export async function openStation({ options, settingsDatabase, keychain, store, restored, unlock }: StationDeps): Promise<Station> {
  const { dataDir, provider: choice = { kind: 'stored' }, systemProxy } = options;
  const settings = openSettingsRepository(settingsDatabase);
  const vault = createVault(keychain);
  const documents = createDocumentList();
  const signedFacts = createFactsReader();
  const practiceMode = createPracticeMode();
  const connections = createConnectionPool();

  const accounts = createAccounts({ choice, settings, vault, practice: practiceMode, systemProxy });
  const { isPractice, activeProfile } = accounts;

  const now = options.now ?? (() => new Date());
  const clock = openTrustedClock(settingsDatabase, now);
  const clerk = () => settings.settings().clerk || userInfo().username;
  const profileName = () => (isPractice() ? null : (activeProfile()?.profile.name ?? null));
  async function acquireValidation(): Promise<Lease<ValidationConnection>> {
    const account = await accounts.active();
    const target = account && validationTarget(account);
    if (!target) throw new StationError('validation-not-set-up');
    return connections.acquire(target);
  }
  // Visits follow the queue from its first change, and the queue asks their rules; one of the two is made first.
  let lookAgain = () => {};
  let forgetDocuments: (ids: readonly string[]) => Promise<unknown> = async () => [];
  const serviceItems: ServiceItems = {
    offered: (id) => serviceParts.items.offered(id),
    removeOfVisit: (id) => serviceParts.items.removeOfVisit(id),
    expire: (before) => serviceParts.items.expire(before),
  };
  const visits = createVisits({
    ...store,
    policy: () => settings.settings().policy,
    retentionDays: () => settings.settings().retentionDays,
    stationVersion: packageFile.version,
    checkBlocked: () => lookAgain(),
    forgetDocuments: (ids) => forgetDocuments(ids),
    serviceItems,
    acquireValidation,
    profile: profileName,
    clerk,
    now,
    trustedNow: clock.now,
  });
  const readFacts = (path: string) => readDocument(path, signedFacts);
  const serviceParts: ServiceParts = createServiceParts({ store, dataDir, visits, settings, vault, readFacts, clerk, now });
  const { service, publishing, inbox } = serviceParts;

  const signingParts = await createSigning({
    ...store,
    rules: visits.rules,
    noteRelease: visits.noteRelease,
    noteRules: visits.noteRules,
    storedVerification(account) {
      const found = accounts.profileOf(account);
      if (!found?.signing) return null;
      const { id, signing, ...rest } = found;
      const save = (verification: VerificationSettings) =>
        void settings.saveProfile({ ...rest, signing: { ...signing, verification } }, id);
      return { settings: signing.verification, save };
    },
    clerk,
    dataDir,
    documents,
    now: clock.now,
    duplicateWindowDays: () => activeProfile()?.profile.signing?.duplicateWindowDays ?? usualDuplicateWindow,
    reader: signedFacts,
    readFacts: async (bytes) => (await readDocumentBytes(bytes, signedFacts)).facts,
    async active() {
      const account = await accounts.active();
      const signing = account?.profile.signing;
      return signing ? { account: isPractice() ? practiceAccount : accountKey(signing), signing } : null;
    },
    activeAccount: accounts.activeKey,
    async acquire(key) {
      const account = await accounts.of(key);
      const target = account && signingTarget(account);
      return target && connections.acquire(target);
    },
    canCheck: () => isPractice() || canValidate(activeProfile()?.profile.validation),
    outputFolder: { forThisRun: options.outputFolder ?? null, bySettings: () => settings.settings().outputFolder },
    retry: options.retry ?? defaultRetry,
  });
  const { signing, queue } = signingParts;
  const placementTest = createPlacementTest({
    connections,
    audit: store.audit,
    readFacts: async (bytes) => (await readDocumentBytes(bytes, signedFacts)).facts,
    clerk,
    stored: accounts.stored,
    active: accounts.active,
    saveProfile: settings.saveProfile,
  });
  lookAgain = signingParts.look;
  forgetDocuments = (ids) => queue.forget(ids, { erased: true });
  await visits.recover();
  if (store.sweep.isDue) {
    await visits.sweep();
    await serviceParts.sweep();
    store.sweep.done();
  }
  if (restored !== null && store.memoryOnly === null) {
    publishing.withdrawAll();
    store.database.report(problem('data-restored', { at: localMinute(restored) }), true);
    await restoreFollowed(dataDir);
  }

  const pace = (): RunPace => {
    const { concurrency, perMinute } = activeProfile()?.profile.search ?? usualSearch;
    return { concurrency, perMinute };
  };
  const searchBreakers = createCircuitBreakers({ retry: options.retry ?? defaultRetry, recovered: () => wakeSearches() });
  const way = createSearchAccess({ accounts, connections, connection: profileName, saveProfile: settings.saveProfile });
  const searchParts = { ...way, breakers: searchBreakers, store: store.screenings, memoryOnly: store.memoryOnly, clerk };
  const screening = createScreening(searchParts);
  const bulk = createBulkScreening(searchParts);
  screening.events.on('event', visits.logScreening);
  screening.events.on('event', ({ what, screening: changed }) => {
    if (what === 'read') bulk.recount(changed);
  });
  bulk.events.on('changed', screening.refresh);
  bulk.events.on('removed', screening.refresh);
  const wakeSearches = () => {
    screening.wake();
    bulk.wake();
  };
  const wakeAll = () => {
    signingParts.wake();
    searchBreakers.skipBackoff();
    wakeSearches();
  };

  const stopWatching = watchNetwork(wakeAll);
  if (options.sending !== 'manual') {
    signingParts.start();
    screening.start();
    bulk.begin();
    visits.start();
    void service.start();
  }

  return {
    settings,
    vault,
    documents,
    signing,
    queue,
    placementTest,
    screening,
    bulk,
    visits,
    service,
    publishing,
    inbox,
    returned: createReturnedFiles({ signing, readFacts: async (bytes) => (await readDocumentBytes(bytes, signedFacts)).facts }),
    verifier: createFileVerifier({ reader: signedFacts, roots: machineAuthorities, now: () => new Date() }),
    records: () => listRecords(store.records),
    audit: store.audit,
    validationParts() {
      if (isPractice()) return practiceParts;
      const validation = activeProfile()?.profile.validation;
      return validation ? partsOf(validation) : null;
    },
    acquireValidation,
    encryptedFiles: store.files,
    searching: () => ({ canSearch: isPractice() || activeProfile()?.profile.search !== undefined, pace: pace(), clerk: clerk() }),
    notices: () => [...settingsDatabase.notices(), ...store.notices()],
    onNotice: store.database.onReport,
    acknowledgeNotices() {
      settingsDatabase.acknowledge();
      store.database.acknowledge();
    },
    practice: isPractice,
    testProfile: (profileId) => testAccount(() => accounts.stored(profileId)),
    rotateKey: store.rotateKey,
    settingsChanged() {
      wakeAll();
      visits.refresh();
    },
    open: signingParts.open,
    finish: signingParts.finish,
    breakOff: signingParts.breakOff,
    async close() {
      stopWatching();
      try {
        // The web service ingests nothing any more before the stores close.
        await serviceParts.close();
        await Promise.all([screening.close(), bulk.close()]);
        // Documents in flight get their results before their connection, provider and reader close.
        await Promise.all([signingParts.close(), placementTest.close()]);
        await visits.close();
        await connections.close();
        await Promise.all([practiceMode.close(), documents.close(), signedFacts.close()]);
        clock.close();
        await store.close();
        settings.close();
      } finally {
        unlock();
      }
    },
  };
}
