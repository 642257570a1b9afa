/** A problem in its three parts, with its code to copy. */
import './banner.css';
import { Check, Copy } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button as PlainButton, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/errors.ts';
import { useProblemWords } from '../i18n/problem-words.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { copyText } from './copy-text.ts';
import type { Tone } from './StatusTag.tsx';

export function ProblemCode({ problem }: { problem: Problem }) {
  const { t } = useTranslation('ui');
  const [copied, setCopied] = useState(false);
  const text = problem.message === problem.code ? problem.code : `${problem.code} (${problem.message})`;
  const copy = async () => setCopied(await copyText(text));
  return (
    <PlainButton className="ui-problem-code" onPress={copy} aria-label={t('copyCode', { code: problem.code })}>
      {copied ? <Check size={12} aria-hidden="true" /> : <Copy size={12} aria-hidden="true" />}
      {copied ? t('copied') : problem.code}
    </PlainButton>
  );
}

export type ProblemBannerProps = {
  problem: Problem;
  tone?: Tone;
  actions?: ReactNode;
  /** Offers to try again. */
  onAgain?: () => void;
  onClose?: () => void;
  /** Replaces the first of the three parts. */
  what?: string;
  alert?: boolean;
  /** Set inside an element that takes its name from a `title` slot. */
  titled?: boolean;
};

/** Drawn once the texts of problems are loaded. */
export function ProblemBanner(props: ProblemBannerProps) {
  return (
    <Suspense fallback={null}>
      <LoadedBanner {...props} />
    </Suspense>
  );
}

function LoadedBanner({ problem, what, tone = 'bad', actions, onAgain, onClose, alert = false, titled = false }: ProblemBannerProps) {
  const { t } = useTranslation('ui');
  const words = useProblemWords()(problem);
  return (
    <Banner
      tone={tone}
      what={titled ? <Text slot="title">{what ?? words.what}</Text> : (what ?? words.what)}
      why={words.why}
      do={words.do}
      alert={alert}
      actions={
        <>
          {actions}
          {onAgain && (
            <Button size="small" onPress={onAgain}>
              {t('again')}
            </Button>
          )}
          <ProblemCode problem={problem} />
        </>
      }
      {...(onClose ? { onClose } : {})}
    />
  );
}
