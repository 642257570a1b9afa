/** Calls the service as the provider would: the result of each step. The first failure ends the test. */
import { CircleCheck, CircleDashed, CircleX, FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type SelfTest, selfTestSteps } from '../../../../shared/domain/web-service/web-service.ts';
import { Button, ProblemBanner, ProblemCode } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { testService } from '../actions.ts';
import { useInbox } from '../store.ts';

const icons = { ok: CircleCheck, failed: CircleX, untried: CircleDashed };

function Step({ step, tested }: { step: (typeof selfTestSteps)[number]; tested: SelfTest[number] | undefined }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service.test' });
  const problemWords = useProblemWords();
  const problem = tested?.problem ?? null;
  const came = tested === undefined ? 'untried' : problem === null ? 'ok' : 'failed';
  const Icon = icons[came];
  const words = problem && problemWords(problem);
  return (
    <li className={`inbox-step inbox-step-${came}`}>
      <Icon size={16} aria-hidden="true" />
      <p>{t(`step.${step}`)}</p>
      <strong>{t(came)}</strong>
      {problem && words && (
        <p className="ui-help">
          {[words.what, words.why, words.do].filter((part) => part !== '').join(' ')} <ProblemCode problem={problem} />
        </p>
      )}
    </li>
  );
}

function Result({ steps }: { steps: SelfTest }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service.test' });
  const passed = steps.length > 0 && steps.every(({ problem }) => problem === null);
  const Icon = passed ? CircleCheck : CircleX;
  return (
    <p className={`ui-line inbox-step-${passed ? 'ok' : 'failed'}`}>
      <Icon size={18} aria-hidden="true" />
      <strong>{t(passed ? 'passed' : 'notPassed')}</strong>
    </p>
  );
}

export function SelfTestCard({ running }: { running: boolean }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service.test' });
  const { tested } = useInbox();
  return (
    <section className="inbox-block" aria-label={t('title')}>
      <div className="inbox-test-head">
        <div>
          <h3>{t('title')}</h3>
          <p className="ui-help">{t(running ? 'words' : 'notRunning')}</p>
        </div>
        <Button icon={FlaskConical} isDisabled={!running} isPending={tested.running} onPress={() => void testService()}>
          {t(tested.running ? 'running' : 'title')}
        </Button>
      </div>
      {tested.problem && <ProblemBanner problem={tested.problem} alert />}
      {tested.steps && (
        <>
          <Result steps={tested.steps} />
          <ol className="inbox-steps">
            {selfTestSteps.map((step) => (
              <Step key={step} step={step} tested={tested.steps?.find((one) => one.step === step)} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
