/** Shown instead of the pages: the progress of loading, or why it failed. */
import { RotateCcw } from 'lucide-react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Banner, Button } from '../components/index.ts';
import type { LoadFailure } from './engine.ts';
import { PasswordForm } from './PasswordForm.tsx';

export function LoadProgress({ share }: { share: number | null }) {
  const { t } = useTranslation('pdf');
  return (
    <ProgressBar className="viewer-loading" aria-label={t('loading')} isIndeterminate={share === null} value={(share ?? 0) * 100}>
      <span>{t('loading')}</span>
      <progress aria-hidden="true" max={1} {...(share === null ? {} : { value: share })} />
    </ProgressBar>
  );
}

export type LoadFailedProps = { cause: LoadFailure; onRetry: () => void; onPassword: (password: string) => void };

export function LoadFailed({ cause, onRetry, onPassword }: LoadFailedProps) {
  const { t } = useTranslation('pdf');
  if (cause === 'password' || cause === 'wrong-password') {
    return (
      <div className="viewer-failed">
        <PasswordForm wrong={cause === 'wrong-password'} onTyped={onPassword} />
      </div>
    );
  }
  return (
    <div className="viewer-failed">
      <Banner
        tone="bad"
        alert
        what={t(`failed.${cause}.what`)}
        why={t(`failed.${cause}.why`)}
        do={t(`failed.${cause}.do`)}
        actions={
          <Button icon={RotateCcw} onPress={onRetry}>
            {t('retry')}
          </Button>
        }
      />
    </div>
  );
}
