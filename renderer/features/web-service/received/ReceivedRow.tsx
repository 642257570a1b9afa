/** One item of the list: whether it is unread, the person, the time, and its marks. Its height never changes. */

import { CopyCheck, FileWarning, type LucideIcon, PackageX, Replace } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxItem } from '../../../../shared/domain/web-service.ts';
import { StatusTag, type Tone } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { type ItemMark, marksOf, useItemWords } from '../words.ts';

export const rowHeight = 60;

const looks: Record<ItemMark['kind'], { tone: Tone; icon: LucideIcon }> = {
  quarantined: { tone: 'bad', icon: PackageX },
  unreadable: { tone: 'bad', icon: FileWarning },
  version: { tone: 'doubt', icon: Replace },
  repeats: { tone: 'quiet', icon: CopyCheck },
};

/** A mark that must not be overlooked on an item: icon, word and colour. */
export function ItemTag({ mark }: { mark: ItemMark }) {
  const words = useItemWords();
  return <StatusTag {...looks[mark.kind]}>{words.mark(mark)}</StatusTag>;
}

export const ReceivedRow = memo(function ReceivedRow({ item }: { item: InboxItem }) {
  const { t } = useTranslation('inbox');
  const words = useItemWords();
  const title = words.title(item);
  const facts = words.facts(item);
  return (
    <div className={`inbox-row ${item.read ? '' : 'inbox-row-unread'}`}>
      <span className="inbox-row-dot">{!item.read && <span className="sr-only">{t('item.unread')}</span>}</span>
      <span className="inbox-row-line">
        <span className="inbox-row-name truncate" title={title}>
          {title}
        </span>
        <span className="inbox-row-when">{timeWords(item.receivedAt)}</span>
      </span>
      <span className="inbox-row-line">
        <span className="inbox-row-facts truncate" title={facts}>
          {facts}
        </span>
        <span className="inbox-row-marks">
          {marksOf(item).map((mark) => (
            <ItemTag key={mark.kind} mark={mark} />
          ))}
        </span>
      </span>
    </div>
  );
});
