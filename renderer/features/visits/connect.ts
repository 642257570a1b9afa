/** Follows main's events about visits: their state, changes and removals, and the progress of a query. */
import i18next from 'i18next';
import { call, subscribe } from '../../bridge.ts';
import { toast } from '../../components/index.ts';
import { withWords } from '../../i18n/index.ts';
import { leaveRemoved, reloadVisit } from './actions.ts';
import { titleOf } from './details.ts';
import { changedInList } from './list/store.ts';
import { setFetching, useCustomers } from './store.ts';

/** Handles a visit that was not removed here: the station removed it when its retention ended. */
function gone(id: string): void {
  const { openId, opened } = useCustomers.getState();
  const name = openId === id && opened.state === 'open' ? titleOf(opened.view) : null;
  leaveRemoved(id);
  if (name !== null) void withWords('customers', () => toast(i18next.t('said.removed', { ns: 'customers', name })));
}

function followBytes(fetchId: string, bytes: number): void {
  const found = Object.entries(useCustomers.getState().fetches).find(([, { running }]) => running?.fetchId === fetchId);
  if (found) setFetching(found[0], { running: { fetchId, bytes } });
}

export function startCustomers(): () => void {
  const ends = [
    subscribe('visits.state', (service) => useCustomers.setState({ service })),
    subscribe('visits.changed', (summary) => {
      changedInList(summary);
      if (summary.id === useCustomers.getState().openId) void reloadVisit();
    }),
    subscribe('visits.removed', ({ id }) => gone(id)),
    subscribe('visits.fetching', ({ fetchId, bytes }) => followBytes(fetchId, bytes)),
  ];
  void call('visits.state').then(
    // An event received in the meantime is newer than the answer.
    (service) => useCustomers.setState((before) => ({ service: before.service ?? service })),
    // The list shows the reason when visits cannot be read.
    () => undefined,
  );
  return () => {
    for (const end of ends) end();
  };
}
