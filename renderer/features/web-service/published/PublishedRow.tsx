/** One published document of the list: its name, customer, begin, and its state. Its height never changes. */
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Publication } from '../../../../shared/domain/web-service.ts';
import { FileName, StatusTag } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { PublicationTag } from './PublicationTag.tsx';
import { usePublicationWords } from './words.ts';

export const rowHeight = 60;

export const PublishedRow = memo(function PublishedRow({ publication }: { publication: Publication }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'published' });
  const words = usePublicationWords();
  const { name, keys, publishedAt, fetches } = publication;
  // The last fetch counts: an incomplete one is usually followed by a complete one.
  const cut = fetches[0] !== undefined && !fetches[0].complete;
  const facts = words.keys(keys);
  return (
    <div className="inbox-row inbox-row-plain">
      <span className="inbox-row-line">
        <span className="inbox-row-name">
          <FileName name={name} />
        </span>
        <span className="inbox-row-when">{timeWords(publishedAt)}</span>
      </span>
      <span className="inbox-row-line">
        <span className="inbox-row-facts truncate" title={facts}>
          {facts}
        </span>
        <span className="inbox-row-marks">
          {cut && (
            <StatusTag tone="doubt" icon={TriangleAlert}>
              {t('cut')}
            </StatusTag>
          )}
          <PublicationTag publication={publication} />
        </span>
      </span>
    </div>
  );
});
