/** Why a document is in doubt, and why a new sending did not sign it. What to do follows: in the queue as choices, elsewhere as the way there. */
import type { SigningJob } from '../../../shared/domain/signing/signing.ts';
import { Banner, ProblemBanner, ProblemCode } from '../../components/index.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { doubtWords } from './JobStatusTag.tsx';

export function DoubtBanner({ job }: { job: SigningJob }) {
  const problemWords = useProblemWords();
  const reason = job.problem && { why: problemWords(job.problem).why, actions: <ProblemCode problem={job.problem} /> };
  return (
    <>
      <Banner tone="doubt" what={doubtWords(job)} {...reason} />
      {job.warning && <ProblemBanner problem={job.warning} tone="doubt" />}
    </>
  );
}
