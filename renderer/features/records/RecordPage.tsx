/** One transaction record, from opening to closing. Escape goes back. */
import './record.css';
import './print.css';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../bridge.ts';
import { Button, ProblemBanner } from '../../components/index.ts';
import { useRemote } from '../../state/remote.ts';
import { RecordBody } from './RecordBody.tsx';

export type RecordPageProps = { recordId: string; onBack: () => void };

/** A dialog or list open over the page handles the key itself. */
function useEscape(onBack: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.repeat) return;
    if (!document.querySelector('.ui-modal, .ui-popover')) onBack();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

export function RecordPage({ recordId, onBack }: RecordPageProps) {
  const { t } = useTranslation('recordView');
  const { value: view, problem: refusal } = useRemote(recordId, () => call('records.open', { id: recordId }));
  const problem = refusal ?? view?.problem ?? null;
  useEscape(onBack);
  const back = (
    <Button icon={ArrowLeft} variant="quiet" size="small" shortcut="escape" className="rec-back" onPress={onBack}>
      {t('back')}
    </Button>
  );
  if (view && !problem) return <RecordBody key={view.id} view={view} back={back} />;
  return (
    <div className="rec" aria-busy={problem === null}>
      <div className="rec-bar">{back}</div>
      {problem ? (
        <div className="rec-problem">
          <h1>{t('unreadable')}</h1>
          <ProblemBanner problem={problem} alert />
        </div>
      ) : (
        <p className="rec-opening" role="status">
          {t('opening')}
        </p>
      )}
    </div>
  );
}
