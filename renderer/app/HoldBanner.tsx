/** Shown over every view while nothing is sent: why, since when, what is pending, and what can be done. Announces both changes. */
import i18next from 'i18next';
import { CloudOff, Hourglass, type LucideIcon, Pause } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { QueueState } from '../../shared/domain/signing/queue.ts';
import { announce, Button } from '../components/index.ts';
import { resume, tryNow } from '../features/signing/queue/actions.ts';
import { momentWords } from '../i18n/formats.ts';
import { type Hold, holdOf, mayTryNow, useQueue, useQueueSummary } from '../state/jobs.ts';
import { useView } from './view.ts';

const icons: Record<Hold, LucideIcon> = { paused: Pause, offline: CloudOff, busy: Hourglass };

/** Returns one or two sentences; each part only when it is known. */
function useHoldWords(hold: Hold | null, queue: QueueState | null): string {
  const { t } = useTranslation('app');
  const waiting = useQueueSummary((summary) => summary?.queued ?? 0);
  if (!hold || !queue) return '';
  if (hold === 'paused') return `${t('hold.paused')} ${t('hold.waitingPaused', { count: waiting })}`;
  const { since, nextAttemptAt } = queue.connection;
  const troubled = hold === 'busy' && queue.connection.problem?.code !== 'provider-busy';
  const moment = hold === 'busy' ? nextAttemptAt && momentWords('until', nextAttemptAt) : since && momentWords('since', since);
  const what = troubled ? t('hold.troubled') : moment ? t(`hold.${hold}`, { moment }) : t(`hold.${hold}Untimed`);
  const next = (hold === 'offline' || troubled) && nextAttemptAt ? nextWords(nextAttemptAt) : '';
  return `${what} ${t('hold.waiting', { count: waiting })} ${next}`.trim();
}

/** Milliseconds; the end of a shorter wait is not shown. */
const soon = 60_000;

function nextWords(nextAttemptAt: string): string {
  const t = i18next.getFixedT(i18next.language, 'app');
  return Date.parse(nextAttemptAt) - Date.now() < soon ? t('hold.soon') : t('hold.next', { moment: momentWords('at', nextAttemptAt) });
}

/** Milliseconds offline before the banner appears: one dropped answer is no outage. */
const settling = 1_500;

function useSettled(hold: Hold | null): Hold | null {
  const [settled, setSettled] = useState(hold);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(hold), hold === null || hold === 'paused' ? 0 : settling);
    return () => clearTimeout(timer);
  }, [hold]);
  return hold === null ? null : settled;
}

export function HoldBanner() {
  const { t } = useTranslation('app');
  const queue = useQueue((current) => current);
  const hold = useSettled(holdOf(queue));
  const isInQueue = useView(({ view }) => view === 'queue');
  const words = useHoldWords(hold, queue);
  const previous = useRef<Hold | null>(null);
  useEffect(() => {
    const before = previous.current;
    previous.current = hold;
    // A pause is announced by the press that caused it.
    if (hold === before || hold === 'paused') return;
    if (hold) announce(words);
    else if (before !== 'paused') announce(t('hold.over'));
  }, [hold, words, t]);
  if (!hold) return null;
  const Icon = icons[hold];
  return (
    <div className={`ui-notice app-hold tone-${hold === 'offline' ? 'bad' : 'doubt'}`} data-pane="">
      <Icon size={17} aria-hidden="true" />
      <p>{words}</p>
      {/* The queue has its own button for it. */}
      {hold === 'paused' && !isInQueue && (
        <Button size="small" onPress={() => void resume()}>
          {t('hold.resume')}
        </Button>
      )}
      {mayTryNow(queue) && (
        <Button size="small" onPress={() => void tryNow()}>
          {t('hold.tryNow')}
        </Button>
      )}
    </div>
  );
}
