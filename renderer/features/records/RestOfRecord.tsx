/** Members that are not described, as received; and members in another form than described. */
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { Banner, DataTree } from '../../components/index.ts';
import { usePrinting } from './use-printing.ts';

export function RestOfRecord({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const printing = usePrinting();
  return (
    <>
      {view.other !== null && (
        <section className="rec-section rec-other" aria-label={t('other.title')}>
          <h2>{t('other.title')}</h2>
          <p className="rec-help">{t('other.help')}</p>
          {printing ? <pre>{JSON.stringify(view.other, null, 2)}</pre> : <DataTree value={view.other} label={t('other.title')} />}
        </section>
      )}
      {view.defects.length > 0 && (
        <section aria-label={t('defects.title')}>
          <Banner
            tone="doubt"
            what={t('defects.title')}
            why={
              <span className="rec-said">
                {view.defects.map((defect) => (
                  <code key={defect}>{defect}</code>
                ))}
              </span>
            }
            do={t('defects.help')}
          />
        </section>
      )}
    </>
  );
}
