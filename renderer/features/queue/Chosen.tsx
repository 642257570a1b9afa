/** The right pane: one document with all that is known of it, or several with what can be done with them at once. */
import { FolderCheck, RotateCcw, Trash2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SigningJob } from '../../../shared/domain/signing.ts';
import { Button } from '../../ui/index.ts';
import { askToForget, cancel, deliver, retry } from './actions.ts';
import { Details } from './Details.tsx';
import { groupOf, idsThatMay } from './derive.ts';

function Several({ jobs }: { jobs: readonly SigningJob[] }) {
  const { t } = useTranslation('queue');
  const waiting = idsThatMay('cancel', jobs);
  const again = idsThatMay('retry', jobs);
  const toDeliver = idsThatMay('deliver', jobs);
  const finished = idsThatMay('forget', jobs);
  const doubts = jobs.filter((job) => groupOf(job) === 'doubt').length;
  return (
    <div className="queue-card">
      <h2 tabIndex={-1}>{t('several.title', { count: jobs.length })}</h2>
      <div className="queue-acts">
        {toDeliver.length > 0 && (
          <Button icon={FolderCheck} onPress={() => void deliver(toDeliver, false)}>
            {t('several.deliver', { count: toDeliver.length })}
          </Button>
        )}
        {again.length > 0 && (
          <Button icon={RotateCcw} onPress={() => void retry(again, false)}>
            {t('several.retry', { count: again.length })}
          </Button>
        )}
        {waiting.length > 0 && (
          <Button icon={X} onPress={() => void cancel(waiting)}>
            {t('several.cancel', { count: waiting.length })}
          </Button>
        )}
        {finished.length > 0 && (
          <Button icon={Trash2} shortcut="delete" onPress={() => askToForget(finished)}>
            {t('several.forget', { count: finished.length })}
          </Button>
        )}
      </div>
      {doubts > 0 && <p className="ui-help">{t('several.doubts', { count: doubts })}</p>}
      {waiting.length + again.length + toDeliver.length + finished.length === 0 && doubts === 0 && (
        <p className="ui-help">{t('several.nothing')}</p>
      )}
    </div>
  );
}

type Props = { jobs: readonly SigningJob[]; onOpenVisit: (caseId: string) => void };

export function Chosen({ jobs, onOpenVisit }: Props) {
  const { t } = useTranslation('queue');
  const [first, ...others] = jobs;
  if (!first) return <p className="queue-note">{t('details.none')}</p>;
  return others.length > 0 ? <Several jobs={jobs} /> : <Details job={first} onOpenVisit={onOpenVisit} />;
}
