/**
 * Permissions are denied, asked for or checked, devices included (Electron security checklist 5). The one
 * exception: our own page may put text on the clipboard, for copying an error's code or a reference.
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
