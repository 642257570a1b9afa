/** Opens a link in the browser only when it is one of a stored answer and leads to a web page (Electron security checklist 15). */
import { shell } from 'electron';
import type { Match } from '../../../shared/domain/screening/screening.ts';
import { StationError } from '../../../shared/errors.ts';

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
