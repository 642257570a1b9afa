/** Which publications a list shows; pure. */
import type { Publication, PublicationFilter } from '../../../shared/domain/client-service.ts';
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';

export function isListed({ state, name, keys }: Publication, { text, show }: PublicationFilter): boolean {
  if (show !== 'all' && (show === 'offered') !== (state === 'offered')) return false;
  const asked = foldedText(text);
  if (asked === '') return text.trim() === '';
  // As searches are found: accents and case do not count, and of a number neither do its dots.
  const key = identificationKey(text);
  return foldedText(name).includes(asked) || keys.some(({ value }) => identificationKey(value).includes(key));
}
