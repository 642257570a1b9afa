/** The document's photograph next to the customer's, and the results of the comparisons of faces. */
import '../gallery.css';
import { Columns2 } from 'lucide-react';
import { useId } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { RecordField, RecordView } from '../../../../shared/domain/record.ts';
import { Button } from '../../../components/index.ts';
import { faceScores } from '../fields.ts';
import type { Pair, ShownPicture } from '../pictures.ts';
import { useRecordWords } from '../words.ts';
import type { Viewing } from './PictureDialog.tsx';
import { PictureView } from './PictureView.tsx';

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

export function PairCard({ view, pair, onOpen }: { view: RecordView; pair: Pair; onOpen: (viewing: Viewing) => void }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  const side = (picture: ShownPicture | null, missing: 'compare.noDocument' | 'compare.noCustomer') => (
    <figure>
      {picture ? (
        <AriaButton className="rec-thumb" onPress={() => onOpen({ kind: 'pair' })}>
          <span className="sr-only">{t('compare.open')}</span>
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
    <section className="rec-section rec-pair" aria-labelledby={id}>
      <div className="rec-pair-head">
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
        <p className="rec-help">{t('compare.nothing')}</p>
      )}
      <Scores view={view} />
    </section>
  );
}
