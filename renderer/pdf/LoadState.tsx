/** Shown instead of the pages: the progress of loading, or why it failed. */
import { RotateCcw } from 'lucide-react';
import { ProgressBar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Banner, Button } from '../components/index.ts';
import { PasswordForm } from './PasswordForm.tsx';
import type { Pane } from './use-pane.ts';

function LoadProgress({ share }: { share: number | null }) {
  const { t } = useTranslation('pdf');
  return (
    <ProgressBar className="viewer-loading" aria-label={t('loading')} isIndeterminate={share === null} value={(share ?? 0) * 100}>
      <span>{t('loading')}</span>
      <progress aria-hidden="true" max={1} {...(share === null ? {} : { value: share })} />
    </ProgressBar>
  );
}

export function LoadState({ pane: { load, retry, unlock, unlocking } }: { pane: Pane }) {
  const { t } = useTranslation(['pdf', 'ui']);
  const cause = load.state === 'failed' ? load.cause : null;
  const busy = unlocking && load.state === 'loading';
  // The form stays while its password is tried, with what was typed.
  if (busy || cause === 'password' || cause === 'wrong-password') {
    return (
      <div className="viewer-failed">
        <PasswordForm wrong={cause === 'wrong-password'} busy={busy} onTyped={unlock} />
      </div>
    );
  }
  if (load.state === 'loading') return <LoadProgress share={load.share} />;
  if (cause === null) return null;
  return (
    <div className="viewer-failed">
      <Banner
        tone="bad"
        alert
        what={t(`failed.${cause}.what`)}
        why={t(`failed.${cause}.why`)}
        do={t(`failed.${cause}.do`)}
        actions={
          <Button icon={RotateCcw} onPress={retry}>
            {t('ui:again')}
          </Button>
        }
      />
    </div>
  );
}
