/** Shown while screening is not set up on this station, with a link to its settings; otherwise nothing. */
import { useTranslation } from 'react-i18next';
import { problem } from '../../../../shared/errors.ts';
import { Button, ProblemBanner } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';

export function SetUpSearch({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('bulk');
  const { canSearch } = useInfo();
  if (canSearch) return null;
  return (
    <ProblemBanner
      problem={problem('search-not-set-up')}
      tone="doubt"
      actions={
        <Button size="small" onPress={onOpenSettings}>
          {t('openSettings')}
        </Button>
      }
    />
  );
}
