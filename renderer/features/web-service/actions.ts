/** Everything that a press in the inbox starts. */
import i18next from 'i18next';
import { maxPageRows } from '../../../shared/domain/max-page-rows.ts';
import type { InboxItem } from '../../../shared/domain/web-service/web-service.ts';
import { problemOf } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { announce, toast } from '../../components/index.ts';
import { attempt, succeeded } from '../../state/attempt.ts';
import { inChunks } from '../../state/jobs.ts';
import { readPages } from '../../state/page-rows.ts';
import { toastSaved } from '../../state/saved.ts';
import { applyItem, dropItem, received, useInbox, useReceived } from './store.ts';

const words = i18next.getFixedT(null, 'inbox', 'said');

/** Returns whether it succeeded. */
const mark = (ids: readonly string[], read: boolean): Promise<boolean> =>
  succeeded(inChunks(ids, (some) => call('inbox.mark', { ids: some, read })));

/**
 * Marks an item before main's event arrives, so that the row does not look unchanged; restores it if main refuses. Returns whether
 * it succeeded.
 */
async function markOne(item: InboxItem, read: boolean): Promise<boolean> {
  applyItem({ ...item, read });
  if (await mark([item.id], read)) return true;
  const { selected } = useInbox.getState();
  const still = selected?.id === item.id ? selected : useReceived.getState().items.find(({ id }) => id === item.id);
  if (still) applyItem({ ...still, read: item.read });
  return false;
}

/** Selects an item and marks it as read. */
export function select(item: InboxItem): void {
  useInbox.setState({ selected: item });
  if (!item.read) void markOne(item, true);
}

/** Selects an item that may not be listed at the moment. */
export async function selectById(id: string): Promise<void> {
  const listed = useReceived.getState().items.find((item) => item.id === id);
  const item = listed ?? (await attempt(call('inbox.item', { id })));
  if (item) select(item);
}

/** Shortcut of the list and of the details next to it. */
export const readKeys = 'mod+u';

export async function toggleRead(item: InboxItem): Promise<void> {
  if (await markOne(item, !item.read)) announce(words(item.read ? 'unread' : 'read'));
}

/** Marks the currently unread items as read; items received in the meantime stay unread. It can be undone. */
export async function markAllRead(): Promise<void> {
  const unread = await attempt(
    readPages(0, Number.MAX_SAFE_INTEGER, (offset) =>
      call('inbox.page', { filter: { text: '', show: 'unread' }, offset, limit: maxPageRows }),
    ),
  );
  if (!unread || unread.items.length === 0) return;
  const ids = unread.items.map(({ id }) => id);
  if (!(await mark(ids, true))) return;
  received.reload();
  const undo = async () => {
    if (await mark(ids, false)) received.reload();
  };
  toast(() => words('allRead', { count: ids.length }), { actions: [{ label: () => i18next.t('ui:undo'), run: () => void undo() }] });
}

export async function saveBody({ id }: InboxItem): Promise<void> {
  const saved = await attempt(call('inbox.saveBody', { id }));
  if (saved) toastSaved(saved);
}

export async function removeItem({ id }: InboxItem): Promise<void> {
  const done = await succeeded(call('inbox.remove', { id }));
  if (!done) return;
  dropItem(id);
  // Loads the item that is selected now.
  const { selected } = useInbox.getState();
  if (selected) select(selected);
  announce(words('removed'));
}

export async function testService(): Promise<void> {
  const { tested } = useInbox.getState();
  if (tested.running) return;
  useInbox.setState({ tested: { running: true, steps: null, problem: null } });
  try {
    const steps = await call('service.selfTest');
    useInbox.setState({ tested: { running: false, steps, problem: null } });
    announce(i18next.t(steps.every(({ problem }) => problem === null) ? 'inbox:service.test.passed' : 'inbox:service.test.notPassed'));
  } catch (thrown) {
    useInbox.setState({ tested: { running: false, steps: null, problem: problemOf(thrown) } });
  }
}
