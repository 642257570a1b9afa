/** Refuses downloads of the page: only main writes files. */
import type { Session } from 'electron';

export function denyDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
