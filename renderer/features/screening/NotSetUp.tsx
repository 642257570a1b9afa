/** Shown while screening is not set up on this station, with a link to its settings; otherwise nothing. */
import { Plug } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problem } from '../../../shared/errors.ts';
import { Button, ProblemBanner } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';

export function NotSetUp({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('screening');
  const { canScreen } = useInfo();
  if (canScreen) return null;
  return (
    <ProblemBanner
      problem={problem('search-not-set-up')}
      tone="doubt"
      actions={
        <Button size="small" icon={Plug} onPress={onOpenSettings}>
          {t('openSettings')}
        </Button>
      }
    />
  );
}
