/** Shows notices about the stored data over every view; several share one banner, each folded. */
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/errors.ts';
import { call } from '../bridge.ts';
import { Banner, ProblemBanner, ProblemCode } from '../components/index.ts';
import { useProblemWords } from '../i18n/problem-words.ts';
import { attempt } from '../state/attempt.ts';
import { useInfo } from '../state/info.ts';

const keyOf = (notice: Problem): string => JSON.stringify(notice);

export function Notices() {
  const { t } = useTranslation('app');
  const { notices } = useInfo();
  /** The notices that this person has closed; some notices last until the station closes. */
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  // A notice that is reported again later is shown again.
  useEffect(() => {
    const present = new Set(notices.map(keyOf));
    setClosed((before) => new Set([...before].filter((key) => present.has(key))));
  }, [notices]);
  const acknowledge = async () => {
    setClosed(new Set(notices.map(keyOf)));
    await attempt(call('app.acknowledgeNotices'));
  };
  const [first, ...more] = notices.filter((notice) => !closed.has(keyOf(notice)));
  if (!first) return null;
  const props = { tone: 'doubt', alert: true, onClose: () => void acknowledge() } as const;
  return (
    <div className="app-banner app-notices" data-pane="summary">
      {more.length === 0 ? (
        <ProblemBanner problem={first} {...props} />
      ) : (
        <Banner what={t('notices.title', { count: more.length + 1 })} {...props}>
          <ul>
            {[first, ...more].map((notice) => (
              <li key={keyOf(notice)}>
                <Suspense fallback={null}>
                  <Folded notice={notice} />
                </Suspense>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}

function Folded({ notice }: { notice: Problem }) {
  const words = useProblemWords()(notice);
  return (
    <details>
      <summary>{words.what}</summary>
      <p>{words.why}</p>
      <p>{words.do}</p>
      <ProblemCode problem={notice} />
    </details>
  );
}
