/** Opens the station for the window, which is open before it, and connects handlers, events, menu, closing and notifications. */
import { type BrowserWindow, nativeTheme, powerSaveBlocker } from 'electron';
import { hasInput } from '../../shared/domain/settings/workspace.ts';
import { createStation } from '../app/create-station.ts';
import type { Station } from '../app/station.ts';
import type { EventLog } from '../platform/log/event-log.ts';
import { storeAppearance } from './appearance.ts';
import { guardClosing } from './close-guard.ts';
import { createDialogs } from './dialogs.ts';
import { appInfo } from './ipc/app-handlers.ts';
import { type Calls, createCalls, createHandlers } from './ipc/calls.ts';
import { createPageEvents, forwardEvents } from './ipc/events.ts';
import type { ShownMenu } from './menu.ts';
import { notifyOfArrivals } from './notify.ts';
import type { StationContent } from './protocol/app-protocol.ts';
import { endWithSystem } from './system-end.ts';
import { listSeparator, resolveLanguage } from './system-language.ts';
import { systemNetwork } from './system-network.ts';
import { createWorkspace } from './workspace.ts';

export type OpenStationDeps = {
  dataDir: string;
  log: EventLog;
  /** Where language and theme are stored for the next start. */
  appearanceFile: string;
  window: () => BrowserWindow | null;
  /** Shows the menu. */
  showMenu: (menu: ShownMenu) => void;
};

export type OpenedStation = { station: Station; calls: Calls; content: StationContent };

/** @throws StationError like `createStation` */
export async function openStation(deps: OpenStationDeps): Promise<OpenedStation> {
  const { dataDir, log } = deps;
  const station = await createStation({ dataDir, log, system: systemNetwork() });
  try {
    return connectStation(station, deps);
  } catch (thrown) {
    await station.close();
    throw thrown;
  }
}

function connectStation(station: Station, { dataDir, appearanceFile, log, window, showMenu }: OpenStationDeps): OpenedStation {
  // This is slow, and the first thing that the page requests.
  void station.vault.keychainProblem().then((problem) => problem && log.write('keychain', { code: problem.code }));
  const language = () => resolveLanguage(station.settings.settings().language);
  const { emit, flush } = createPageEvents(window);
  const showCurrentMenu = () =>
    showMenu({
      language: language(),
      command: (command) => emit('app.menu', command),
      recent: station.recent.list(),
      openRecent: (id) => emit('documents.recentChosen', { id }),
    });
  const showStation = () => {
    // Also for what is not in the page: its scroll bars before the first style, and the system's dialogs.
    nativeTheme.themeSource = station.settings.settings().theme;
    storeAppearance(appearanceFile, station.settings.settings());
    showCurrentMenu();
  };
  const emitInfo = async () => emit('settings.changed', await appInfo(station));
  const settingsChanged = async () => {
    showStation();
    station.settingsChanged();
    await emitInfo();
  };
  station.onNotice(() => void emitInfo());
  station.recent.events.on('changed', showCurrentMenu);
  forwardEvents(station, emit);
  showStation();
  const workspace = createWorkspace();
  const current = window();
  if (current !== null && !current.isDestroyed()) {
    const { close } = guardClosing(current, station, { language, hasInput: () => hasInput(workspace.current()) });
    endWithSystem({ window: current, station, close, log });
  }
  stayAwakeWhileSending(station);
  notifyOfArrivals({ inbox: station.inbox, window, language, open: () => emit('app.menu', 'go-inbox') });

  return {
    station,
    calls: createCalls(
      createHandlers({
        ...{ station, dialogs: createDialogs(window, language), language, listSeparator },
        ...{ settingsChanged, emit, dataDir, window, workspace, log },
      }),
      { station, log, flushEvents: flush },
    ),
    content: {
      document: (id) => station.documents.shown(id),
      returned: (documentId) => station.returned.bytes(documentId),
      record: (recordId, fileId) => station.visits.recordFile(recordId, fileId),
      testDocument: (call) => station.placementTest.returned(call),
    },
  };
}

/** Keeps the machine from sleeping automatically while documents are being sent: a call that sleep cuts is in doubt. */
function stayAwakeWhileSending({ queue, open }: Pick<Station, 'queue' | 'open'>): void {
  let blocker: number | null = null;
  const look = () => {
    const isSending = open().sending > 0;
    if (isSending && blocker === null) blocker = powerSaveBlocker.start('prevent-app-suspension');
    if (!isSending && blocker !== null) {
      powerSaveBlocker.stop(blocker);
      blocker = null;
    }
  };
  queue.list.events.on('state', look);
  look();
}
