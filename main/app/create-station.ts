/**
 * Composition root: builds the whole station from plain parts, without Electron. The desktop application,
 * the command line and the tests all start here.
 */

import packageFile from '../../package.json' with { type: 'json' };
import { localMoment } from '../../shared/domain/local-format.ts';
import { problem } from '../../shared/errors.ts';
import { openRecentOpenings } from '../features/documents/documents.ts';
import { listRecords } from '../features/records/records.ts';
import { createFileVerifier } from '../features/verification/verification.ts';
import { createVisitContext, createVisitHooks, createVisits } from '../features/visits/visits.ts';
import { noLog } from '../platform/log/event-log.ts';
import { watchNetwork } from '../platform/runtime/network-watch.ts';
import { createBackups } from './backup/backups.ts';
import { restoreFollowed } from './backup/complete-restore.ts';
import { composeHub, openHubRows } from './compose-hub.ts';
import { composeScreening } from './compose-screening.ts';
import { composeSigning } from './compose-signing.ts';
import { composeWebService, openServiceData } from './compose-web-service.ts';
import { fileTrust } from './file-trust.ts';
import { createFoundation, type Foundation } from './foundation.ts';
import { logStation } from './log-station.ts';
import { countStates } from './report/count-states.ts';
import type { Station, StationOptions } from './station.ts';
import { openStationData, type StationData } from './station-data.ts';
import { openStationFolder, type StationFolder } from './station-folder.ts';
import { testAccount } from './test-account.ts';

/** @throws StationError `data-folder-in-use`, `data-folder-unusable`, `data-key-missing`, `disk-full` */
export const createStation = (options: StationOptions): Promise<Station> =>
  openStationFolder(options, (folder) => openStation({ options, ...folder }));

export type StationDeps = StationFolder & { options: StationOptions };

/** Opens the station on data that are open. When it throws, it has closed what it opened; the folder is the caller's. */
export async function openStation(deps: StationDeps): Promise<Station> {
  const opened = new AsyncDisposableStack();
  try {
    return await openParts(deps, opened);
  } catch (thrown) {
    // The first error says why.
    await opened.disposeAsync().catch(() => undefined);
    throw thrown;
  }
}

const close = (part: { close(): void | Promise<void> }) => part.close();

/** @param opened gets each part that is open. The last part closes first, and each part also when another one fails to */
async function openParts({ options, ...folder }: StationDeps, opened: AsyncDisposableStack): Promise<Station> {
  const { dataDir, log = noLog } = options;
  const begin = performance.now();
  const { settingsDatabase, restored, keychain } = folder;
  const store = openStationData(folder);
  const notices = () => [...settingsDatabase.notices(), ...store.notices(), ...backups.notices()];
  // The web service ingests nothing any more before the stores close, and documents in flight get their results before their
  // connection, provider and reader close.
  const foundation = opened.adopt(createFoundation(options, folder), close);

  const memoryOnly = store.memoryOnly !== null;
  const { now, clerk } = foundation;
  const backups = opened.adopt(createBackups({ ...options, ...store, settingsDatabase, keychain, memoryOnly, now, clerk }), close);

  // Signing, screening and the web service call visits. Visits call them only to remove a visit.
  const visitContext = openVisitContext(foundation, store);
  const hooks = createVisitHooks(visitContext);
  const removal = {
    forgetDocuments: (ids: readonly string[]) => signingParts.queue.forget(ids, { erased: true }),
    get serviceItems() {
      return serviceData.items;
    },
  };
  const visits = opened.adopt(createVisits(visitContext, removal), close);
  const hubRows = openHubRows(store);
  const signingParts = opened.adopt(await composeSigning({ options, foundation, store, visits: hooks }), close);
  const { signing, queue, placementTest, returned, postpone, open, finish, breakOff } = signingParts;
  visitContext.events.on('findings', signingParts.look);
  const screeningParts = opened.adopt(composeScreening({ foundation, store, visits: hooks }), close);
  const { screening, bulk, screeningSetup } = screeningParts;
  const serviceData = opened.adopt(openServiceData({ foundation, store, visits: hooks, atHub: hubRows.atHub }), close);
  const hub = opened.adopt(composeHub({ options, foundation, store, rows: hubRows, data: serviceData, visits }), close);
  const service = opened.adopt(composeWebService({ dataDir, foundation, store, data: serviceData, serving: visits.start }), close);

  await visits.recover();
  if (store.sweep.isDue) {
    await visits.sweep();
    await serviceData.sweep();
    store.sweep.done();
  }
  await reportCopy({ dataDir, restored, store, isElsewhere: hub.isElsewhere }, () => {
    serviceData.publishing.withdrawAll();
    hub.markAll(restored !== null);
  });

  const wake = () => {
    signingParts.wake();
    screeningParts.wake();
    hub.wake();
  };
  opened.defer(watchNetwork(wake));
  logStation({ log, signing, queue, screening, service, hub, notices });
  log.write('opened', {
    ms: Math.round(performance.now() - begin),
    memoryOnly,
    practice: foundation.accounts.isPractice(),
  });
  if (options.sending !== 'manual') {
    for (const part of [signingParts, screeningParts, visits, hub]) part.start();
    void service.start();
  }
  const closing = new AsyncDisposableStack();
  closing.defer(folder.close);
  closing.use(opened.move());

  return {
    ...sharedParts(foundation, { settingsDatabase, store, notices, hub }),
    backups,
    onNotice(listener) {
      store.database.onReport(listener);
      backups.events.on('notice', listener);
    },
    rotateKey: () => backups.aroundRotation(store.rotateKey),
    hasSystemNetwork: options.system !== undefined,
    signing,
    queue,
    placementTest,
    returned,
    open,
    postpone,
    finish,
    breakOff,
    screening,
    bulk,
    screeningSetup,
    visits,
    hub,
    service,
    publishing: serviceData.publishing,
    inbox: serviceData.inbox,
    wake,
    settingsChanged() {
      wake();
      hub.refresh();
      visits.refresh();
    },
    close: () => closing.disposeAsync(),
  };
}

type CopyDeps = { dataDir: string; restored: string | null; store: StationData; isElsewhere: () => Promise<boolean> };

/** Reports data that are a backup's or a copy's, once; `withdraw` first ends what they offer. */
async function reportCopy(
  { dataDir, restored, store: { copyCheck, database }, isElsewhere }: CopyDeps,
  withdraw: () => void,
): Promise<void> {
  if (!copyCheck) return;
  if (restored !== null || copyCheck.isCopy) withdraw();
  // A backup is usually restored when its original is gone.
  const isOneOfTwo = restored === null ? copyCheck.isCopy : await isElsewhere();
  database.transaction(() => {
    if (restored !== null) database.report(problem('data-restored', { at: localMoment(restored) }), true);
    if (isOneOfTwo) database.report(problem('data-copied'), true);
    copyCheck.note();
  });
  if (restored !== null) await restoreFollowed(dataDir);
}

function openVisitContext({ settings, clock, now, clerk, acquireValidation }: Foundation, store: StationData) {
  return createVisitContext({
    ...store,
    policy: () => settings.settings().policy,
    retentionDays: () => settings.settings().retentionDays,
    stationVersion: packageFile.version,
    acquireValidation,
    clerk,
    now,
    trustedNow: clock.now,
  });
}

/** The parts of the station that belong to no feature that runs. */
function sharedParts(
  { settings, vault, accounts, documents, reader, openSamples, now, clerk, validationParts, acquireValidation }: Foundation,
  {
    settingsDatabase,
    store,
    notices,
    hub,
  }: Pick<StationFolder, 'settingsDatabase'> & { store: StationData } & Pick<Station, 'notices' | 'hub'>,
) {
  return {
    settings,
    vault,
    documents,
    openSamples,
    clerk,
    validationParts,
    acquireValidation,
    recent: openRecentOpenings({ database: store.database, documents, now }),
    verifier: createFileVerifier({
      reader,
      trust: () => fileTrust(accounts.isPractice() ? 'practice' : accounts.activeProfile()?.profile.signing?.verification),
      now: () => new Date(),
    }),
    records: () => listRecords(store.records),
    audit: store.audit,
    encryptedFiles: store.files,
    notices,
    async reportFacts() {
      const keychain = (await vault.keychainProblem())?.code ?? null;
      return {
        counts: countStates(store.database),
        code: null,
        notices: notices().map(({ code }) => code),
        keychain,
        practice: accounts.isPractice(),
      };
    },
    acknowledgeNotices() {
      settingsDatabase.acknowledge();
      store.database.acknowledge();
      hub.wake();
    },
    practice: accounts.isPractice,
    testProfile: (profileId: string) => testAccount(() => accounts.stored(profileId)),
  };
}
