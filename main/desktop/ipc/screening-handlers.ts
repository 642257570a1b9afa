/** The channels of screening one person. */

import packageFile from '../../../package.json' with { type: 'json' };
import type { Station } from '../../app/station.ts';
import { certificateName, makeCertificate } from '../../features/screening/screening.ts';
import { oneChunk } from '../../platform/files/write-whole.ts';
import { withoutSecrets } from '../../platform/provider/secrets-in-use.ts';
import type { Dialogs } from '../dialogs.ts';
import { openMatchLink } from '../security/external-links.ts';
import { createStoppable, type HandlersOf, writeAt } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Pick<Station, 'screening' | 'visits' | 'clerk'>; dialogs: Pick<Dialogs, 'saveAs'>; saved: SavedFiles };

export function screeningHandlers({ station, dialogs, saved }: Deps): HandlersOf<'screening'> {
  const { screening } = station;
  const stoppable = createStoppable();

  return {
    'screening.state': async () => screening.state(),
    'screening.screen': async ({ requestId, query, visitId = null }) => {
      if (visitId !== null) station.visits.open(visitId); // a screening of an unknown visit could not be found again
      return stoppable.run(requestId, (signal) => screening.screen(query, signal, visitId));
    },
    'screening.stop': async ({ requestId }) => {
      stoppable.stop(requestId);
    },
    'screening.retryLater': async ({ id }) => screening.retryLater(id),
    'screening.dropPending': async ({ id }) => {
      screening.dropPending(id);
    },
    'screening.page': ({ filter, offset, limit }) => screening.page(filter, offset, limit),
    'screening.open': async ({ id }) => screening.open(id),
    'screening.raw': async ({ id }) => ({ text: withoutSecrets(screening.raw(id).toString('utf8')) }),
    'screening.decide': async ({ id, ...decision }) => screening.decide(id, decision),
    'screening.read': async ({ id, ...said }) => screening.read(id, said),
    'screening.draftRules': async ({ id, of }) => screening.draftRules(id, of),
    'screening.tryRules': ({ rules }) => screening.tryRules(rules),
    'screening.addRules': async ({ rules }) => {
      screening.addRules(rules);
    },
    'screening.openLink': async ({ id, url }) => {
      await openMatchLink(url, screening.open(id).matches);
    },
    'screening.saveCertificate': async ({ id, language: wanted }) => {
      const view = screening.open(id);
      const path = await dialogs.saveAs(certificateName(view, wanted), 'pdf');
      if (path === null) return null;
      const pdf = await makeCertificate(view, {
        language: wanted,
        madeAt: new Date(),
        madeBy: station.clerk(),
        stationVersion: packageFile.version,
      });
      return saved.add(await writeAt(path, oneChunk(pdf)));
    },
  };
}
