/** Wrong rules, each of which some test has to notice (`docs/testing.md`); at least 120. Run by `npm run test:mutants`. */

import { attacked } from './attacks.ts';
import { backups } from './backup.ts';
import { bulkRuns } from './bulk-runs.ts';
import { cli, desktop, placement, settings } from './desktop.ts';
import { edges } from './edges.ts';
import { everyday } from './everyday.ts';
import { hub } from './hub.ts';
import { hubStations } from './hub-stations.ts';
import { logs } from './log.ts';
import type { Mutant } from './mutant.ts';
import { outbox } from './outbox.ts';
import { packing } from './packing.ts';
import { placementTest } from './placement-test.ts';
import { profiles } from './profiles.ts';
import { provider } from './provider.ts';
import { queueList } from './queue-list.ts';
import { renderer } from './renderer.ts';
import { screening, tables } from './screening.ts';
import { sending } from './sending.ts';
import { sentLedger } from './sent-ledger.ts';
import { service } from './service.ts';
import { signing } from './signing.ts';
import { storage } from './storage.ts';
import { verification } from './verification.ts';
import { visits } from './visits.ts';

export type { Mutant } from './mutant.ts';

export const mutants: readonly Mutant[] = [
  ...attacked,
  ...signing,
  ...sending,
  ...outbox,
  ...queueList,
  ...renderer,
  ...provider,
  ...placement,
  ...placementTest,
  ...storage,
  ...backups,
  ...logs,
  ...sentLedger,
  ...visits,
  ...screening,
  ...tables,
  ...bulkRuns,
  ...service,
  ...everyday,
  ...hubStations,
  ...hub,
  ...desktop,
  ...edges,
  ...settings,
  ...profiles,
  ...cli,
  ...packing,
  ...verification,
];
