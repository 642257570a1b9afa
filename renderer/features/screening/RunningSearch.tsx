/** Shown while a screening runs: the name, and the elapsed time. */
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Running } from './store.ts';

export function RunningSearch({ running }: { running: Running }) {
  const { t } = useTranslation('screening');
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="scr-running">
      <LoaderCircle size={36} strokeWidth={1.6} aria-hidden="true" className="scr-spin" />
      <p role="status">{t('running.words', { name: running.name })}</p>
      <p className="scr-running-time" role="timer">
        {t('running.time', { count: Math.max(0, Math.floor((now - running.since) / 1000)) })}
      </p>
      <p className="ui-help">{t('running.help')}</p>
    </div>
  );
}
