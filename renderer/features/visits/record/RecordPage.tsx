/** One transaction record, from opening to closing. Escape goes back. */
import './record.css';
import './print.css';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../../shared/domain/record.ts';
import { type Problem, problemOf } from '../../../../shared/errors.ts';
import { Button, ProblemBanner } from '../../../components/index.ts';
import { openRecord } from './actions.ts';
import { RecordBody } from './RecordBody.tsx';

type State = { state: 'opening' } | { state: 'open'; view: RecordView } | { state: 'refused'; problem: Problem };

export type RecordPageProps = { recordId: string; onBack: () => void };

function useRecord(recordId: string): State {
  const [{ id, ...state }, setState] = useState<State & { id: string }>({ id: recordId, state: 'opening' });
  useEffect(() => {
    let left = false;
    const set = (next: State) => !left && setState({ ...next, id: recordId });
    openRecord(recordId).then(
      (view) => set({ state: 'open', view }),
      (thrown: unknown) => set({ state: 'refused', problem: problemOf(thrown) }),
    );
    return () => {
      left = true;
    };
  }, [recordId]);
  return id === recordId ? state : { state: 'opening' };
}

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
  const record = useRecord(recordId);
  useEscape(onBack);
  const back = (
    <Button icon={ArrowLeft} variant="quiet" size="small" shortcut="escape" className="rec-back" onPress={onBack}>
      {t('back')}
    </Button>
  );
  if (record.state === 'open' && record.view.problem === null) return <RecordBody key={record.view.id} view={record.view} back={back} />;
  const problem = record.state === 'refused' ? record.problem : record.state === 'open' ? record.view.problem : null;
  return (
    <div className="rec" aria-busy={record.state === 'opening'}>
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
