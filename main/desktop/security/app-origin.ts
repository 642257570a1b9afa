/** The application's own origin. A privileged scheme of ours in place of `file:` (Electron security checklist 18). */

export const appScheme = 'app';
export const appOrigin = 'app://station';
export const startUrl = `${appOrigin}/index.html`;

/** True for addresses of our own pages and files, whatever their path. */
export function isOwnUrl(url: string): boolean {
  const parsed = URL.parse(url);
  // Node has no origin for schemes that it does not know, so scheme and host are compared instead.
  return (
    parsed !== null && parsed.protocol === `${appScheme}:` && parsed.host === 'station' && parsed.username === '' && parsed.password === ''
  );
}
