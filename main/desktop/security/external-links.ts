/** Opens a link in the browser only when it is in the list of the station and over https (Electron security checklist 15). */
import { shell } from 'electron';
import { externalLinks } from '../../../shared/domain/links.ts';
import type { Match } from '../../../shared/domain/screening/screening.ts';
import { StationError } from '../../../shared/errors.ts';

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

/**
 * Opens a link of a screening's answer, which a person chose after reading the whole address: published lists are not always on https.
 * @throws StationError `link-refused` for one that is in none of the matches, or leads to no web page
 */
export async function openMatchLink(url: string, matches: readonly Match[]): Promise<void> {
  const known = matches.some((match) => match.url === url);
  const parsed = URL.parse(url);
  if (!known || parsed === null || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw new StationError('link-refused');
  await shell.openExternal(parsed.href);
}
