/** Which items of the inbox a list shows; pure. */
import type { InboxFilter, InboxItem } from '../../../shared/domain/client-service.ts';
import { foldedText, identificationKey } from '../../../shared/domain/names.ts';

export function isListed(item: InboxItem, { text, show }: InboxFilter): boolean {
  if (show === 'unread' && item.read) return false;
  if (show === 'changed' && item.version === 1) return false;
  if (show === 'set-aside' && item.kind !== 'set-aside') return false;
  const wanted = foldedText(text);
  if (wanted === '') return text.trim() === '';
  if (foldedText(item.name).includes(wanted)) return true;
  const key = identificationKey(text);
  return [item.identification, item.transaction ?? '', item.uid ?? ''].some((told) => identificationKey(told).includes(key));
}
