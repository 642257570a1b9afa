/** The page writes no files: what the station keeps, main writes. */
import type { Session } from 'electron';

export function denyDownloads(session: Session): void {
  session.on('will-download', (event) => event.preventDefault());
}
