/** The handler table: each channel of the contract to the service that does it. Logic is in the services. */
import type { Language } from '../../../shared/domain/settings.ts';
import type { Station } from '../../app/station.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { Dialogs } from '../dialogs.ts';
import { appHandlers } from './app-handlers.ts';
import { bulkHandlers } from './bulk-handlers.ts';
import type { Handlers } from './dispatch.ts';
import { documentHandlers } from './document-handlers.ts';
import type { Emit } from './events.ts';
import { placementTestHandlers } from './placement-test-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { queueHandlers } from './queue-handlers.ts';
import { recordHandlers } from './record-handlers.ts';
import { reportHandlers } from './report-handlers.ts';
import { screeningHandlers } from './screening-handlers.ts';
import { settingsHandlers } from './settings-handlers.ts';
import { signingHandlers } from './signing-handlers.ts';
import { verificationHandlers } from './verification-handlers.ts';
import { visitHandlers } from './visit-handlers.ts';
import { webServiceHandlers } from './web-service-handlers.ts';

export type HandlerDeps = {
  station: Station;
  dialogs: Dialogs;
  language: () => Language;
  /** Reports to the page and the menu that settings, profile or secrets have changed. */
  settingsChanged: () => Promise<void>;
  emit: Emit;
  dataDir: string;
  log: EventLog;
};

export const createHandlers = (deps: HandlerDeps): Handlers => ({
  ...appHandlers(deps),
  ...reportHandlers(deps),
  ...settingsHandlers(deps),
  ...profileHandlers(deps),
  ...placementTestHandlers(deps),
  ...documentHandlers(deps),
  ...signingHandlers(deps),
  ...queueHandlers(deps),
  ...verificationHandlers(deps),
  ...screeningHandlers(deps),
  ...bulkHandlers(deps),
  ...visitHandlers(deps),
  ...recordHandlers(deps),
  ...webServiceHandlers(deps),
});
