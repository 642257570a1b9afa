/** Rotates the key that encrypts everything confidential on this computer's disk. */
import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner, ConfirmButton, ProblemBanner } from '../../components/index.ts';
import { renewKey } from './actions.ts';
import { useSettings } from './store.ts';

export function StorageKey() {
  const { t } = useTranslation('settings');
  const renewal = useSettings((state) => state.renewal);
  return (
    <section className="set-group">
      <h2>{t('key.title')}</h2>
      <p className="ui-help">{t('key.help')}</p>
      <div className="set-secret-line">
        <ConfirmButton
          size="small"
          icon={KeyRound}
          isPending={renewal?.state === 'testing'}
          label={t('key.renew')}
          title={t('key.confirmTitle')}
          confirmLabel={t('key.confirm')}
          onConfirm={() => void renewKey()}
        >
          {t('key.consequence')}
        </ConfirmButton>
      </div>
      <div role="status">
        {renewal?.state === 'testing' && <p className="ui-help">{t('key.running')}</p>}
        {renewal?.state === 'done' && renewal.problem && <ProblemBanner problem={renewal.problem} />}
        {renewal?.state === 'done' && !renewal.problem && <Banner tone="good" what={t('key.renewed')} why={t('key.renewedWhy')} />}
      </div>
    </section>
  );
}
