/**
 * Shown instead of a part that could not be drawn or loaded, so that no page is blank. Main owns the documents and the sending, so
 * nothing of them is lost.
 */
import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '../../shared/errors.ts';
import { beginAgain } from '../state/page-parts.ts';
import { Button } from './Button.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';

export function Broken({ error }: { error: unknown }) {
  const { t } = useTranslation('app');
  return (
    <div>
      <ProblemBanner
        problem={problemOf(error)}
        what={t('broken.what')}
        alert
        actions={
          <Button variant="primary" icon={RotateCw} onPress={beginAgain}>
            {t('broken.reload')}
          </Button>
        }
      />
    </div>
  );
}
