/** Notifies a person in another window of pushes by the provider. A notification shows no contents, since anyone may see the screen. */

import { type BrowserWindow, Notification } from 'electron';
import { dropOldest } from '../../shared/domain/drop-oldest.ts';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { Inbox } from '../features/web-service/web-service.ts';
import { bringToFront } from './window.ts';
import { shellWords } from './words.ts';

/** Not every system reports that a notification was closed. */
const maxShown = 20;
/** Arrivals within this time share a notification. */
const notificationDelayMs = 1_500;

export type NotifyDeps = { inbox: Inbox; window: () => BrowserWindow | null; language: () => Language; open: () => void };

/** Notifies of arrivals until the returned function is called. */
export function notifyOfArrivals({ inbox, window, language, open }: NotifyDeps): () => void {
  /** Notifications on the screen. Without a reference a notification is garbage-collected, and a click on it does nothing. */
  const shown = new Set<Notification>();
  let records = 0;
  let timer: NodeJS.Timeout | null = null;

  function showNotification(): void {
    timer = null;
    const words = shellWords(language()).arrived;
    const body = records === 0 ? words.quarantined : records === 1 ? words.one : words.many.replace('{{count}}', String(records));
    records = 0;
    const current = window();
    // A person at the window sees the items in the inbox.
    if (current === null || current.isDestroyed() || current.isFocused() || !Notification.isSupported()) return;
    const notification = new Notification({ title: words.title, body, silent: true });
    notification.on('click', () => {
      if (!current.isDestroyed()) bringToFront(current);
      open();
    });
    notification.on('close', () => shown.delete(notification));
    shown.add(notification);
    dropOldest(shown, maxShown);
    notification.show();
  }

  const arrived = ({ kind }: { kind: 'record' | 'quarantined' }) => {
    if (kind === 'record') records += 1;
    timer ??= setTimeout(showNotification, notificationDelayMs).unref();
  };
  inbox.events.on('arrived', arrived);
  return () => {
    inbox.events.off('arrived', arrived);
    clearTimeout(timer ?? undefined);
  };
}
