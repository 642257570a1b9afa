/** Links open in the browser only from this list, and only over https (Electron security checklist 15). */
import { shell } from 'electron';
import { StationError } from '../../shared/errors.ts';
import { externalLinks } from '../../shared/links.ts';

/** @throws StationError `link-refused` */
export function checkLink(url: string): string {
  const known = externalLinks.find((link) => link === url);
  if (known === undefined || URL.parse(known)?.protocol !== 'https:') throw new StationError('link-refused');
  return known;
}

/** @throws StationError `link-refused` */
export async function openLink(url: string): Promise<void> {
  await shell.openExternal(checkLink(url));
}
