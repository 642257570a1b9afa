/**
 * Denies permissions, also for devices, whether the page requests or queries them (Electron security checklist 5). The only exception:
 * the station's page may write text to the clipboard, to copy an error code or a reference.
 */
import type { Session } from 'electron';
import { isOwnUrl } from './app-origin.ts';

export const permissionAllowed = (permission: string, url: string): boolean => permission === 'clipboard-sanitized-write' && isOwnUrl(url);

export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    answer(details.isMainFrame && permissionAllowed(permission, details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    return details.isMainFrame && permissionAllowed(permission, origin);
  });
  session.setDevicePermissionHandler(() => false);
}
