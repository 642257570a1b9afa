/**
 * The mark of the current first step. It has a place of its own next to the control that it is about, so that it covers nothing, takes no
 * focus, and is read in its order.
 */
import './first-steps.css';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { Button, IconButton } from '../../components/index.ts';
import { useEscape } from '../../components/use-window-keys.ts';
import { useInfo } from '../../state/info.ts';
import { endFirstSteps, leaveFirstSteps, useFirstStep } from './first-steps.ts';
import { type FirstStep, firstSteps } from './state.ts';

/** Which way the mark points to its control. */
const pointers: Record<FirstStep, 'up' | 'down'> = { open: 'up', place: 'down', send: 'down', done: 'down' };

function useWords(step: FirstStep): { title: string; words: string; place: string } {
  const { t } = useTranslation(['signing', 'pdf']);
  return {
    title: t(`firstSteps.${step}.title`),
    words: t(`firstSteps.${step}.words`, { draw: t('pdf:place'), next: t('customers.next') }),
    place:
      step === 'done' ? t('firstSteps.label') : t('firstSteps.step', { number: firstSteps.indexOf(step) + 1, total: firstSteps.length }),
  };
}

/** One dot a step; those that are done are filled. */
function Dots({ step }: { step: FirstStep }) {
  const at = step === 'done' ? firstSteps.length : firstSteps.indexOf(step);
  return (
    <span className="sign-step-dots" aria-hidden="true">
      {firstSteps.map((one, index) => (
        <span key={one} data-done={index < at || undefined} data-current={index === at || undefined} />
      ))}
    </span>
  );
}

/** The mark of a step; nothing while another step is the current one. */
export function FirstStepMark({ steps }: { steps: readonly FirstStep[] }) {
  const step = useFirstStep();
  return step !== null && steps.includes(step) ? <Mark step={step} /> : null;
}

function Mark({ step }: { step: FirstStep }) {
  const { t } = useTranslation(['signing', 'ui']);
  const { title, words, place } = useWords(step);
  return (
    <section className="sign-step" data-pointer={pointers[step]} aria-label={place}>
      <div className="sign-step-head">
        <Dots step={step} />
        <span className="sign-step-place">{place}</span>
        {step !== 'done' && (
          <IconButton size="small" icon={X} shortcut="escape" aria-label={t('firstSteps.leave')} onPress={leaveFirstSteps} />
        )}
      </div>
      <p className="sign-step-title">{title}</p>
      <p>{words}</p>
      {step === 'done' && (
        <Button size="small" onPress={endFirstSteps}>
          {t('ui:close')}
        </Button>
      )}
    </section>
  );
}

/** Says the current step to a screen reader, ends the steps with Escape and after their last one, and in another mode than practice. */
export function FirstStepsFollower() {
  const step = useFirstStep();
  const { practice } = useInfo();
  const { title, words, place } = useWords(step ?? 'done');
  // Filled after it is on the page: only then is it read.
  const [said, setSaid] = useState('');
  useEffect(() => setSaid(`${place}. ${title}. ${words}`), [place, title, words]);
  const before = useRef(step);
  useEffect(() => {
    // The next customer's documents are no first steps any more.
    if (!practice || (before.current === 'done' && step !== 'done')) endFirstSteps();
    before.current = step;
  }, [step, practice]);
  useEffect(() => () => void focusWhenLost(() => document.querySelector<HTMLElement>('.sign-documents button')), []);
  useEscape(step === 'done' ? endFirstSteps : leaveFirstSteps);
  return (
    <p className="sr-only" role="status">
      {said}
    </p>
  );
}
