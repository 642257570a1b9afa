/** Short messages about something just done or refused, over the page's lower edge. What needs a person stays until closed. */
import './toast.css';
import type { ReactNode } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/errors.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import type { Tone } from './StatusTag.tsx';

type Content =
  | { kind: 'problem'; problem: Problem }
  | { kind: 'words'; tone: Tone; words: string; action?: { label: string; run: () => void } | undefined };

const queue = new ToastQueue<Content>({ maxVisibleToasts: 3 });

/** Shows a problem until it is closed. */
export const toastProblem = (problem: Problem): string => queue.add({ kind: 'problem', problem });

/** Shows a sentence for a while, with one thing to do about it. */
export const toast = (words: string, options: { tone?: Tone; action?: { label: string; run: () => void } } = {}): string =>
  queue.add({ kind: 'words', tone: options.tone ?? 'quiet', words, action: options.action }, { timeout: 8000 });

function body(content: Content, close: () => void): ReactNode {
  if (content.kind === 'problem') return <ProblemBanner problem={content.problem} onClose={close} titled />;
  const { action } = content;
  const button = action && (
    <ToastAction
      label={action.label}
      run={() => {
        close();
        action.run();
      }}
    />
  );
  return <Banner tone={content.tone} what={<Text slot="title">{content.words}</Text>} actions={button} onClose={close} />;
}

function ToastAction({ label, run }: { label: string; run: () => void }) {
  return (
    <Button size="small" onPress={run}>
      {label}
    </Button>
  );
}

export function Toasts() {
  const { t } = useTranslation('ui');
  return (
    <ToastRegion queue={queue} className="ui-toasts" aria-label={t('messages')}>
      {({ toast: item }) => (
        <Toast toast={item} className="ui-toast">
          <ToastContent>{body(item.content, () => queue.close(item.key))}</ToastContent>
        </Toast>
      )}
    </ToastRegion>
  );
}
