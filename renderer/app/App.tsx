/** The window: its frame, the current area, and the layers over all of them. */
import { useEffect, useState } from 'react';
import type { MenuCommand } from '../../shared/ipc/app.ts';
import { subscribe } from '../bridge.ts';
import { LiveRegion, part, prefetchParts, Toasts } from '../components/index.ts';
import { screenFor, showScreening } from '../features/screening/actions.ts';
import { followRuns } from '../features/screening/bulk/store.ts';
import { followScreenings } from '../features/screening/follow-events.ts';
import { followSettings } from '../features/settings/follow-events.ts';
import { showServiceSettings } from '../features/settings/store.ts';
import { openFiles, openFolder, signFor } from '../features/signing/actions.ts';
import { beginFirstSteps } from '../features/signing/first-steps.ts';
import { followSigning } from '../features/signing/follow-events.ts';
import { followQueue, showInQueue } from '../features/signing/queue/list.ts';
import { forgetOpening, recentOpenings, reopen } from '../features/signing/recent.ts';
import { SigningView } from '../features/signing/SigningView.tsx';
import { fetchFor, showRecord, showVisit } from '../features/visits/actions.ts';
import { followVisits } from '../features/visits/follow-events.ts';
import { AskReason, SigningVisit } from '../features/visits/SigningVisit.tsx';
import { followPublications } from '../features/web-service/published/store.ts';
import { followInbox } from '../features/web-service/store.ts';
import { followHubState } from '../state/hub.ts';
import { useInfo, useInfoStore } from '../state/info.ts';
import { followJobs, useQueue } from '../state/jobs.ts';
import { followServiceState } from '../state/web-service.ts';
import { ClosingOverlay } from './ClosingOverlay.tsx';
import { beginStep, followSteps } from './come-back.ts';
import { DropZone } from './DropZone.tsx';
import { Frame } from './Frame.tsx';
import { HoldBanner } from './HoldBanner.tsx';
import { followPanes } from './panes.ts';
import { followLostFocus } from './recover-focus.ts';
import { followSecondClicks } from './second-click.ts';
import { useShortcuts } from './shortcuts.ts';
import { followShown } from './shown.ts';
import { goTo, showReport, useView } from './view.ts';

/** The page itself handles find and zoom. */
const menu: Partial<Record<MenuCommand, () => void>> = {
  'open-files': () => {
    goTo('sign');
    void openFiles();
  },
  'open-folder': () => {
    goTo('sign');
    void openFolder();
  },
  'go-sign': () => goTo('sign'),
  'go-queue': () => goTo('queue'),
  'go-screen': () => goTo('screen'),
  'go-customers': () => goTo('customers'),
  'go-inbox': () => goTo('inbox'),
  'go-verify': () => goTo('verify'),
  'go-settings': () => goTo('settings'),
  'clear-recent': () => void forgetOpening(null),
  'first-steps': () => {
    goTo('sign');
    beginFirstSteps();
  },
  'report-problem': () => showReport(true),
};

function openQueue(documentId: string): void {
  showInQueue(documentId);
  goTo('queue');
}

const openSettings = (): void => goTo('settings');

/**
 * The areas of the window, and the parts of areas that other areas show; each is loaded when it is first shown, the sign area at the
 * start.
 */
const MemoryOnlyBanner = part(async () => (await import('./MemoryOnlyBanner.tsx')).MemoryOnlyBanner);
const Notices = part(async () => (await import('./Notices.tsx')).Notices);
const Palette = part(async () => (await import('./Palette.tsx')).Palette);
const VisitsView = part(async () => (await import('../features/visits/VisitsView.tsx')).VisitsView);
const InboxView = part(async () => (await import('../features/web-service/InboxView.tsx')).InboxView);
const BulkView = part(async () => (await import('../features/screening/bulk/BulkView.tsx')).BulkView);
const QueueView = part(async () => (await import('../features/signing/queue/QueueView.tsx')).QueueView);
const ReportDialog = part(async () => (await import('./ReportDialog.tsx')).ReportDialog);
const ScreeningResult = part(async () => (await import('../features/screening/result/ScreeningResult.tsx')).ScreeningResult);
const ScreeningView = part(async () => (await import('../features/screening/ScreeningView.tsx')).ScreeningView);
const SettingsView = part(async () => (await import('../features/settings/SettingsView.tsx')).SettingsView);
const ShortcutList = part(async () => (await import('./ShortcutList.tsx')).ShortcutList, { ofFirstScreen: true });
const VerifyView = part(async () => (await import('../features/verification/VerifyView.tsx')).VerifyView);

/** Bulk screening is a separate part inside the screening area; a row's answer is shown like any other screening result. */
const bulk = <BulkView renderResult={(id) => <ScreeningResult id={id} />} onOpenSettings={openSettings} />;

function openVisit(id: string): void {
  showVisit(id);
  goTo('customers');
}

/** Opens another area from a visit, with the customer filled in. */
const fromVisit = {
  onScreen({ visitId, visitName, ...person }: { visitId: string; visitName: string; name: string; identification: string }) {
    screenFor({ id: visitId, name: visitName }, person);
    beginStep({ visitId, view: 'screen' });
    goTo('screen');
  },
  onSign({ visitId, clientInfo, name }: { visitId: string; clientInfo: string; name: string }) {
    signFor({ id: visitId, name }, clientInfo);
    beginStep({ visitId, view: 'sign' });
    goTo('sign');
  },
  onOpenScreening(id: string) {
    showScreening(id);
    goTo('screen');
  },
};

/** Opens the visit that a received item belongs to. */
const fromInbox = {
  onOpenRecord(visitId: string, recordId: string) {
    showRecord(visitId, recordId);
    goTo('customers');
  },
  onFetch(visitId: string) {
    fetchFor(visitId);
    goTo('customers');
  },
  onOpenSettings() {
    showServiceSettings();
    goTo('settings');
  },
};

function useConnections(): void {
  useEffect(() => {
    const ends = [
      followJobs(),
      followSigning(),
      followQueue(),
      followScreenings(() => goTo('screen')),
      followRuns(),
      followVisits(),
      followServiceState(),
      followHubState(),
      followInbox(),
      followPublications(),
      followSettings(),
      followSecondClicks(),
      followShown(),
      followPanes(),
      followLostFocus(),
      followSteps(openVisit),
      prefetchParts(),
      subscribe('app.menu', (command) => menu[command]?.()),
      subscribe('documents.recentChanged', recentOpenings.set),
      subscribe('documents.recentChosen', ({ id }) => {
        goTo('sign');
        void reopen(id);
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, []);
}

/** Shows the current area, and what is announced over it. */
function Area() {
  const view = useView((state) => state.view);
  const [isBannerClosed, setBannerClosed] = useState(false);
  const { keychainProblem, notices } = useInfo();
  const isMemoryOnly = useQueue((queue) => (queue?.memoryOnly ?? keychainProblem) !== null);
  return (
    <>
      <HoldBanner />
      {isMemoryOnly && (!isBannerClosed || view === 'settings') && (
        <MemoryOnlyBanner {...(view === 'settings' ? {} : { onClose: () => setBannerClosed(true) })} />
      )}
      {notices.length > 0 && <Notices />}
      {view === 'sign' && (
        <SigningView
          onOpenSettings={openSettings}
          onOpenQueue={openQueue}
          renderVisit={(about) => <SigningVisit {...about} onOpen={openVisit} />}
        />
      )}
      {view === 'queue' && (
        <QueueView onOpenSign={() => goTo('sign')} onOpenVisit={openVisit} renderReason={(about) => <AskReason {...about} />} />
      )}
      {view === 'screen' && <ScreeningView bulk={bulk} onOpenSettings={openSettings} onOpenVisit={openVisit} />}
      {view === 'customers' && <VisitsView {...fromVisit} onOpenQueue={openQueue} onOpenSettings={openSettings} />}
      {view === 'inbox' && <InboxView onOpenVisit={openVisit} {...fromInbox} />}
      {view === 'verify' && <VerifyView />}
      {view === 'settings' && <SettingsView />}
    </>
  );
}

export function App() {
  const isOpen = useInfoStore(({ info }) => info !== null);
  const reportOpen = useView((state) => state.reportOpen);
  const isListOpen = useView((state) => state.shortcutsOpen);
  const isPaletteOpen = useView((state) => state.paletteOpen);
  useConnections();
  useShortcuts();
  return (
    <Frame area={isOpen ? <Area /> : null}>
      {isPaletteOpen && <Palette />}
      {isListOpen && <ShortcutList />}
      {reportOpen && <ReportDialog onClose={() => showReport(false)} />}
      <ClosingOverlay />
      <DropZone />
      <Toasts />
      <LiveRegion />
    </Frame>
  );
}
