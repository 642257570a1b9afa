/** Members of the answer that the interface does not describe: stored, and shown as received. */
import { useTranslation } from 'react-i18next';
import type { ScreeningView } from '../../../../shared/domain/screening.ts';
import { DataTree } from '../../../components/index.ts';

export function AnswerParts({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  if (view.other === null) return null;
  const found = view.others.filter(({ state }) => state === 'hit').map(({ path }) => path);
  return (
    <section className="scr-section" aria-label={t('data.other')}>
      <h3>{t('data.other')}</h3>
      {found.length > 0 && <p className="scr-unread-text">{t('data.otherFound', { paths: found.join(', ') })}</p>}
      <DataTree value={view.other} label={t('data.other')} />
    </section>
  );
}
