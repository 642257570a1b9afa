/** Renews the key with which everything confidential on this computer's disk is sealed. */
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Button, ConfirmDialog, ProblemBanner } from '../../ui/index.ts';
import { renewKey } from './actions.ts';
import { useSettings } from './store.ts';

export function StorageKey() {
  const { t } = useTranslation('settings');
  const renewal = useSettings((state) => state.renewal);
  const [asking, setAsking] = useState(false);
  return (
    <section className="set-group">
      <h2>{t('key.title')}</h2>
      <p className="ui-help">{t('key.help')}</p>
      <div className="set-secret-line">
        <Button size="small" icon={KeyRound} isPending={renewal?.state === 'testing'} onPress={() => setAsking(true)}>
          {t('key.renew')}
        </Button>
      </div>
      <div role="status">
        {renewal?.state === 'testing' && <p className="ui-help">{t('key.running')}</p>}
        {renewal?.state === 'done' && renewal.problem && <ProblemBanner problem={renewal.problem} />}
        {renewal?.state === 'done' && !renewal.problem && <Banner tone="good" what={t('key.renewed')} why={t('key.renewedWhy')} />}
      </div>
      <ConfirmDialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void renewKey()}
        title={t('key.confirmTitle')}
        confirmLabel={t('key.confirm')}
      >
        <p>{t('key.consequence')}</p>
      </ConfirmDialog>
    </section>
  );
}
