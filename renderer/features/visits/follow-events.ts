/** Follows main's events about visits: their state, changes and removals, and the progress of a query. */
import i18next from 'i18next';
import { subscribe } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { followMembers, type Members } from '../../state/page-parts.ts';
import { endAll } from '../../state/remote.ts';
import { followPart } from '../../state/workspace.ts';
import { leaveRemoved, reloadVisit } from './actions.ts';
import { titleOf } from './derive.ts';
import type { FetchInput } from './fetch-input.ts';
import { openedVisit, setFetching, useVisits, visitList, visitsState } from './store.ts';

/** Handles a visit that was not removed here: the station removed it when its retention ended. */
function removeEnded(id: string): void {
  const view = useVisits.getState().openId === id ? openedVisit.value() : null;
  leaveRemoved(id);
  if (view) void withWords('customers', () => toast(() => i18next.t('said.removed', { ns: 'customers', name: titleOf(view) })));
}

function followBytes(fetchId: string, bytes: number): void {
  const found = Object.entries(useVisits.getState().fetches).find(([, { running }]) => running?.fetchId === fetchId);
  if (found) setFetching(found[0], { running: { fetchId, bytes } });
}

/** The queries that are being typed, by id of the visit. */
const queries: Members = {
  get: () => Object.entries(useVisits.getState().fetches).flatMap(([id, { asked }]) => (asked === null ? [] : [[id, asked]])),
  set: (saved: [string, FetchInput][]) => {
    for (const [id, asked] of saved) setFetching(id, { asked });
  },
  follow: useVisits.subscribe,
};

export function followVisits(): () => void {
  // The list shows the reason when visits cannot be read.
  void visitsState.reload();
  return endAll([
    subscribe('visits.state', visitsState.set),
    subscribe('visits.changed', (summary) => {
      visitList.change(summary);
      if (summary.id === useVisits.getState().openId) void reloadVisit();
    }),
    subscribe('visits.removed', ({ id }) => removeEnded(id)),
    subscribe('visits.fetching', ({ fetchId, bytes }) => followBytes(fetchId, bytes)),
    visitList.stop,
    followMembers('queries', [queries]),
    followPart('visits', useVisits, {
      part: ({ notes, newVisit }) => ({ notes, newVisit }),
      restore: (part) => useVisits.setState(part),
    }),
  ]);
}
