/** All pictures of a record by type, small; each opens large. */
import { sizeWords } from '../../i18n/formats.ts';
import './gallery.css';
import { Columns2, Download, ImageOff } from 'lucide-react';
import { type ReactEventHandler, useId, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { RecordField, RecordView } from '../../../shared/domain/records/record.ts';
import { recordFileUrl } from '../../../shared/ipc/visits.ts';
import { Button, IconButton } from '../../components/index.ts';
import { saveFile } from './actions.ts';
import { faceScores } from './fields.ts';
import { PictureCodes } from './PictureCodes.tsx';
import { isShown, type Pair, type Picture, type ShownPicture, type Viewing } from './pictures.ts';
import { useRecordWords } from './words.ts';

type GalleryProps = { view: RecordView; pictures: readonly Picture[]; videos: readonly Picture[]; onOpen: (viewing: Viewing) => void };

type PictureViewProps = { recordId: string; picture: Picture; alt: string; onLoad?: ReactEventHandler<HTMLImageElement> };

/** One picture of a record, drawn by the page from its encrypted file; says so when it cannot be drawn. */
export function PictureView({ recordId, picture, alt, onLoad }: PictureViewProps) {
  const { t } = useTranslation('recordView');
  const [failed, setFailed] = useState(false);
  const { file, state } = picture;
  if (state !== 'shown' || file === null || failed) {
    return (
      <span className="rec-no-picture">
        <ImageOff size={24} strokeWidth={1.5} aria-hidden="true" />
        {t(state === 'none' ? 'pictures.none' : failed ? 'pictures.failed' : 'pictures.unshowable')}
      </span>
    );
  }
  return (
    <img
      src={recordFileUrl(recordId, file.id)}
      alt={alt}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={onLoad}
      onError={() => setFailed(true)}
    />
  );
}

export function Gallery({ view, pictures, videos, onOpen }: GalleryProps) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  return (
    <section className="ui-section rec-gallery" aria-labelledby={id}>
      <h2 id={id}>{t('pictures.title')}</h2>
      {pictures.length === 0 && <p className="ui-help">{t(view.wish.images ? 'pictures.noneCame' : 'pictures.notAsked')}</p>}
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
      <PictureCodes pictures={[...pictures, ...videos]} />
    </section>
  );
}

function Scores({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const scores = faceScores(view);
  if (scores.length === 0) return null;
  const cell = (field: RecordField | null) => (field ? <span title={field.name}>{words.value(field)}</span> : '–');
  return (
    <table className="rec-scores">
      <thead>
        <tr>
          <th scope="col">{t('compare.what')}</th>
          <th scope="col">{t('compare.score')}</th>
          <th scope="col">{t('compare.threshold')}</th>
          <th scope="col">{t('compare.verdict')}</th>
        </tr>
      </thead>
      <tbody>
        {scores.map(({ score, threshold, verdict }) => (
          <tr key={score.name}>
            <th scope="row" title={score.name}>
              {words.label(score.name)}
            </th>
            <td>{cell(score)}</td>
            <td>{cell(threshold)}</td>
            <td title={verdict?.name}>
              {verdict && typeof verdict.value === 'boolean' ? t(verdict.value ? 'compare.yes' : 'compare.no') : cell(verdict)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The document's photograph next to the customer's, and the results of the comparisons of faces. */
export function PairCard({ view, pair, onOpen }: { view: RecordView; pair: Pair; onOpen: (viewing: Viewing) => void }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  const side = (picture: ShownPicture | null, missing: 'compare.noDocument' | 'compare.noCustomer') => (
    <figure>
      {picture ? (
        <AriaButton className="rec-thumb" onPress={() => onOpen({ kind: 'pair' })}>
          <span className="sr-only">
            {t('compare.open')} {words.picture(picture)}
          </span>
          <PictureView recordId={view.id} picture={picture} alt="" />
        </AriaButton>
      ) : (
        <div className="rec-thumb">
          <span className="rec-no-picture">{t(missing)}</span>
        </div>
      )}
      {picture && <figcaption>{words.picture(picture)}</figcaption>}
    </figure>
  );
  return (
    <section className="ui-section rec-pair" aria-labelledby={id}>
      <div className="ui-line rec-pair-head">
        <h2 id={id}>{t('compare.title')}</h2>
        {pair.document && pair.customer && (
          <Button size="small" icon={Columns2} onPress={() => onOpen({ kind: 'pair' })}>
            {t('compare.open')}
          </Button>
        )}
      </div>
      {pair.document || pair.customer ? (
        <div className="rec-pair-sides">
          {side(pair.document, 'compare.noDocument')}
          {side(pair.customer, 'compare.noCustomer')}
        </div>
      ) : (
        <p className="ui-help">{t('compare.nothing')}</p>
      )}
      <Scores view={view} />
    </section>
  );
}
