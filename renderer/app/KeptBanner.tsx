/** Without a key to encrypt with, secrets, the queue and the searches last only until the station ends: all told in one banner. */
import { useProblemWords } from '../i18n/problem-words.ts';
import { useInfo } from '../info.ts';
import { useJobs } from '../jobs/index.ts';
import { Banner, ProblemBanner, ProblemCode } from '../ui/index.ts';

export function KeptBanner({ onClose }: { onClose?: () => void }) {
  const { keychainProblem } = useInfo();
  const notKept = useJobs((state) => state.queue?.notKept ?? null);
  const problemWords = useProblemWords();
  const only = keychainProblem && notKept ? null : (keychainProblem ?? notKept);
  const close = onClose ? { onClose } : {};
  if (only) {
    return (
      <div className="app-banner">
        <ProblemBanner problem={only} tone="doubt" alert {...close} />
      </div>
    );
  }
  if (!keychainProblem || !notKept) return null;
  const keychain = problemWords(keychainProblem);
  const queue = problemWords(notKept);
  return (
    <div className="app-banner">
      <Banner
        tone="doubt"
        what={keychain.what}
        why={`${keychain.why} ${queue.what}`}
        do={queue.do}
        alert
        actions={<ProblemCode problem={keychainProblem} />}
        {...close}
      />
    </div>
  );
}
