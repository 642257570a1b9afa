/** Why a screening has no answer: why it failed or waits, and the possible actions; and the faults of a received answer. */

import { Hourglass, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import { mayPass } from '../../../../shared/errors.ts';
import { Banner, Button, ConfirmDialog, ProblemBanner } from '../../../components/index.ts';
import { dropScreening, queueScreening, screenAgain } from '../actions.ts';
import { useScreening, useScreeningProblem } from '../store.ts';

/** Screens the same person again. */
export function Again({ view, isMain = false }: { view: ScreeningView; isMain?: boolean }) {
  const { t } = useTranslation('screening');
  const busy = useScreening((state) => state.running !== null);
  return (
    <Button
      size="small"
      variant={isMain ? 'primary' : 'secondary'}
      icon={RotateCw}
      isDisabled={busy}
      onPress={() => void screenAgain(view)}
    >
      {t('failed.again')}
    </Button>
  );
}

function Failed({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  if (!view.problem) return null;
  const actions = (
    <>
      <Again view={view} isMain />
      {/* The run of a bulk screening queues its rows again. */}
      {view.row === null && mayPass(view.problem) && (
        <Button size="small" icon={Hourglass} onPress={() => void queueScreening(view.id)}>
          {t('failed.keep')}
        </Button>
      )}
    </>
  );
  // The person knows the reason; the outcome says what it means.
  if (view.problem.code === 'cancelled') return <div className="ui-line">{actions}</div>;
  return <ProblemBanner problem={view.problem} tone="doubt" actions={actions} />;
}

/** Also drawn while the screening is sent again, every few seconds for a moment, so that the question whether to remove it stays open. */
function Waiting({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const obstacle = useScreeningProblem();
  const [asking, setAsking] = useState(false);
  const problem = view.problem ?? obstacle;
  const isShown = view.state === 'waiting';
  if (view.row !== null) return isShown && problem ? <ProblemBanner problem={problem} tone="doubt" /> : null;
  const actions = (
    <Button size="small" variant="danger" icon={Trash2} onPress={() => setAsking(true)}>
      {t('drop.act')}
    </Button>
  );
  return (
    <>
      {isShown && <Banner tone="busy" what={t('waiting.next')} actions={actions} />}
      {isShown && problem && <ProblemBanner problem={problem} tone="doubt" />}
      <ConfirmDialog
        isOpen={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void dropScreening(view.id)}
        title={t('drop.title')}
        confirmLabel={t('drop.confirm')}
        danger
      >
        <p>{t('drop.words', { name: view.query.name })}</p>
      </ConfirmDialog>
    </>
  );
}

export function Unanswered({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const { state, problem, defects } = view;
  return (
    <div className="scr-banners">
      {state === 'failed' && <Failed view={view} />}
      {(state === 'waiting' || state === 'asking') && <Waiting view={view} />}
      {state === 'skipped' && problem && <ProblemBanner problem={problem} tone="doubt" />}
      {state === 'done' && problem && <ProblemBanner problem={problem} tone="doubt" actions={<Again view={view} isMain />} />}
      {defects.length > 0 && (
        <Banner tone="doubt" what={t('defects.what')} why={t('defects.why', { members: defects.join(', ') })} do={t('defects.do')} />
      )}
    </div>
  );
}
