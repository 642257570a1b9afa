/** All pictures of a record by type, small; each opens large. */
import { sizeWords } from '../../../i18n/formats.ts';
import '../gallery.css';
import { Download } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../../shared/domain/record.ts';
import { IconButton } from '../../../components/index.ts';
import { saveFile } from '../actions.ts';
import { isShown, type Picture } from '../pictures.ts';
import { useRecordWords } from '../words.ts';
import type { Viewing } from './PictureDialog.tsx';
import { PictureView } from './PictureView.tsx';

type GalleryProps = { view: RecordView; pictures: readonly Picture[]; onOpen: (viewing: Viewing) => void };

export function Gallery({ view, pictures, onOpen }: GalleryProps) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  return (
    <section className="rec-section rec-gallery" aria-labelledby={id}>
      <h2 id={id}>{t('pictures.title')}</h2>
      {pictures.length === 0 && <p className="rec-help">{t(view.wish.images ? 'pictures.noneCame' : 'pictures.notAsked')}</p>}
      <ul>
        {pictures.map((picture) => {
          const name = words.picture(picture);
          const { key, file } = picture;
          return (
            <li key={key}>
              {isShown(picture) ? (
                <AriaButton className="rec-thumb" onPress={() => onOpen({ kind: 'one', key })}>
                  {/* Not a label of the button: that a picture cannot be opened is read out too. */}
                  <span className="sr-only">{t('pictures.open', { name })}</span>
                  <PictureView recordId={view.id} picture={picture} alt="" />
                </AriaButton>
              ) : (
                <div className="rec-thumb">
                  <PictureView recordId={view.id} picture={picture} alt={name} />
                </div>
              )}
              <p className="rec-caption">
                <span>
                  {name}
                  {file && <span className="rec-size">{sizeWords(file.size)}</span>}
                </span>
                {file && (
                  <IconButton
                    size="small"
                    icon={Download}
                    aria-label={t('save', { name })}
                    onPress={() => void saveFile(view.id, file.id)}
                  />
                )}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
