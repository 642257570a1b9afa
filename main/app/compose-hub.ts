/** Composes the station's side of the hub, and wakes it when something may have become due. */

import { resolve } from 'node:path';
import { networkSchema } from '../../shared/domain/settings/profile.ts';
import { identificationKey, transactionKey } from '../../shared/domain/text-folding.ts';
import type { Claim } from '../../shared/domain/web-service/hub.ts';
import type { Publication } from '../../shared/domain/web-service/web-service.ts';
import { createHub, defaultPace, type Hub, openHubRepository } from '../features/hub/hub.ts';
import type { ServiceData } from './compose-web-service.ts';
import type { Foundation } from './foundation.ts';
import type { Station, StationOptions } from './station.ts';
import type { StationData } from './station-data.ts';

export type HubRows = ReturnType<typeof openHubRepository> & { atHub(publicationId: string): Publication['hub'] };

/** Opens what is stored of the hub, which publications show. */
export function openHubRows({ database }: StationData): HubRows {
  const rows = openHubRepository(database);
  return { ...rows, atHub: (id) => (rows.enrolledAs() === null ? 'none' : rows.isDue('publication', id) ? 'waiting' : 'known') };
}

type Deps = {
  options: StationOptions;
  foundation: Foundation;
  store: StationData;
  rows: HubRows;
  data: Pick<ServiceData, 'inbox' | 'publishing'>;
  visits: Pick<Station['visits'], 'events'>;
};

export function composeHub({ options, foundation, store, rows, data: { inbox, publishing }, visits }: Deps): Hub {
  const { settings, vault, accounts, retry, now, clock } = foundation;
  const hub = createHub({
    repository: rows,
    vault,
    dataDir: resolve(options.dataDir),
    inbox,
    publishing,
    retry,
    now,
    trustedNow: clock.now,
    stored: { get: settings.hub, set: settings.setHub },
    network: () => accounts.activeProfile()?.profile.network ?? networkSchema.parse({}),
    system: options.system,
    claimsOf(visitId) {
      const { transaction = '', identification = '' } = store.visits.find(visitId) ?? {};
      const claims: Claim[] = [
        { kind: 'transaction', value: transactionKey(transaction) },
        { kind: 'identification', value: identificationKey(identification) },
      ];
      return claims.filter(({ value }) => value !== '');
    },
    memoryOnly: store.memoryOnly,
    // What one of two copies acknowledges, the other would never get.
    stoppedBy: () => store.database.notices().find(({ code }) => code === 'data-copied') ?? null,
    pace: { ...defaultPace, ...options.hubPace },
  });
  visits.events.on('stored', hub.notify);
  visits.events.on('removed', hub.notify);
  publishing.events.on('changed', hub.notify);
  return hub;
}
