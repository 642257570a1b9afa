/** The origin of the application: its own privileged scheme, which replaces `file:` (Electron security checklist 18). */

export const appScheme = 'app';
const appOrigin = 'app://station';
export const startUrl = `${appOrigin}/index.html`;

/** Whether an address is of the application's origin, with any path. */
export function isOwnUrl(url: string): boolean {
  const parsed = URL.parse(url);
  // Node has no origin for schemes that it does not know, so scheme and host are compared instead.
  return (
    parsed !== null && parsed.protocol === `${appScheme}:` && parsed.host === 'station' && parsed.username === '' && parsed.password === ''
  );
}
