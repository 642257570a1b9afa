/** Title, search, and pause or resume; below, the progress of sending. */
import { Pause, Play, Undo2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { maxSearchLength } from '../../../../shared/domain/signing/queue-list.ts';
import { Button, IconButton, ProgressBar, SearchField } from '../../../components/index.ts';
import { useFind } from '../../../components/use-find.ts';
import { useUndo } from '../../../components/use-window-keys.ts';
import { leftWords } from '../../../i18n/formats.ts';
import { holdOf, useQueue, useQueueSummary } from '../../../state/jobs.ts';
import { bringBack, pause, resume } from './actions.ts';
import { list, useQueueList } from './list.ts';
import { useQueueView } from './store.ts';

function QueueSearch() {
  const { t } = useTranslation('queue');
  const text = useQueueList((state) => state.filter.text);
  const place = useRef<HTMLElement>(null);
  useFind(place);
  return (
    <SearchField
      className="queue-search"
      ref={place}
      label={t('search.label')}
      placeholder={t('search.placeholder')}
      value={text}
      maxLength={maxSearchLength}
      onChange={(typed) => list.filterBy({ text: typed }, true)}
    />
  );
}

function Progress() {
  const { t } = useTranslation(['queue', 'signing']);
  const queue = useQueue((current) => current);
  const progress = useQueueSummary((summary) => summary?.progress);
  // While nothing can be sent, the banner over the view or the documents themselves say why.
  if (!progress || (progress.sending === 0 && holdOf(queue)) || progress.onlyBlocked) return null;
  const count = t('signing:progress.value', { done: progress.done, total: progress.total });
  return (
    <div>
      <ProgressBar
        label={t('signing:progress.label')}
        done={progress.done}
        total={progress.total}
        valueLabel={progress.left === null ? count : `${count} · ${leftWords(progress.left)}`}
      />
    </div>
  );
}

/** Brings back what was removed last; nothing while nothing was removed. */
function PutBack() {
  const { t } = useTranslation(['queue', 'signing']);
  const count = useQueueView(({ removals }) => removals.at(-1)?.length ?? 0);
  useUndo(() => void bringBack());
  if (count === 0) return null;
  return <IconButton icon={Undo2} aria-label={t('signing:list.putBack', { count })} shortcut="mod+z" onPress={() => void bringBack()} />;
}

export function QueueHead() {
  const { t } = useTranslation('queue');
  const paused = useQueue((queue) => queue?.paused ?? false);
  return (
    <header className="queue-head">
      <div className="queue-head-line">
        <h1>{t('title')}</h1>
        <QueueSearch />
        <PutBack />
        {paused ? (
          <Button variant="primary" icon={Play} onPress={() => void resume()}>
            {t('resume')}
          </Button>
        ) : (
          <Button icon={Pause} onPress={() => void pause()}>
            {t('pause')}
          </Button>
        )}
      </div>
      <Progress />
    </header>
  );
}
