/** A check that has been running for a while: since when, and a button to stop it. */
import { CircleStop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Banner, Button } from '../../components/index.ts';
import { momentWords } from '../../i18n/formats.ts';
import { useQueue } from '../../state/jobs.ts';
import { stopCheck } from './actions.ts';

export function CheckUnderWay({ documentId }: { documentId: string }) {
  const { t } = useTranslation('verification');
  const since = useQueue((queue) => queue?.checking.find((one) => one.documentId === documentId)?.since ?? null);
  if (since === null) return null;
  return (
    <Banner
      tone="busy"
      what={t('underWay.words', { since: momentWords('since', since) })}
      actions={
        <Button size="small" icon={CircleStop} onPress={() => void stopCheck(documentId)}>
          {t('underWay.stop')}
        </Button>
      }
    />
  );
}
