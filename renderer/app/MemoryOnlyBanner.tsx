/** Shown when there is no key to encrypt with: secrets, the queue and screenings last only until the station closes. */
import { Suspense } from 'react';
import type { Problem } from '../../shared/errors.ts';
import { Banner, ProblemBanner, ProblemCode } from '../components/index.ts';
import { useProblemWords } from '../i18n/problem-words.ts';
import { useInfo } from '../state/info.ts';
import { useQueue } from '../state/jobs.ts';

export function MemoryOnlyBanner({ onClose }: { onClose?: () => void }) {
  const { keychainProblem } = useInfo();
  const memoryOnly = useQueue((queue) => queue?.memoryOnly ?? null);
  const only = keychainProblem && memoryOnly ? null : (keychainProblem ?? memoryOnly);
  const close = onClose ? { onClose } : {};
  if (only) {
    return (
      <div className="app-banner" data-pane="">
        <ProblemBanner problem={only} tone="doubt" alert {...close} />
      </div>
    );
  }
  if (!keychainProblem || !memoryOnly) return null;
  return (
    <div className="app-banner" data-pane="">
      <Suspense fallback={null}>
        <JoinedBanner keychainProblem={keychainProblem} memoryOnly={memoryOnly} close={close} />
      </Suspense>
    </div>
  );
}

type JoinedBannerProps = { keychainProblem: Problem; memoryOnly: Problem; close: { onClose?: () => void } };

function JoinedBanner({ keychainProblem, memoryOnly, close }: JoinedBannerProps) {
  const problemWords = useProblemWords();
  const keychain = problemWords(keychainProblem);
  const queue = problemWords(memoryOnly);
  return (
    <Banner
      tone="doubt"
      what={keychain.what}
      why={`${keychain.why} ${queue.what}`}
      do={queue.do}
      alert
      actions={<ProblemCode problem={keychainProblem} />}
      {...close}
    />
  );
}
