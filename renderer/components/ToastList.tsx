/** The messages of `toast-queue.ts`, over the page's lower edge. */
import './toast.css';
import type { ReactNode } from 'react';
import {
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';
import { type Content, queue } from './toast-queue.ts';

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

export function ToastList() {
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
