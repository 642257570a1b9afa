/** The messages of `toast-queue.ts`, over the page's lower edge. */
import './toast.css';
import { type ReactNode, useEffect } from 'react';
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

/** Where messages may be, by preference. */
const places = ['bottom', 'top', 'bottom-end'] as const;

/** Whether the messages lie over a primary button that is in view. */
function coversPrimary(messages: HTMLElement): boolean {
  const { left, top, right, bottom } = messages.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>('.ui-button-primary')].some((button) => {
    const box = button.getBoundingClientRect();
    return box.width > 1 && button.checkVisibility() && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
}

/** Keeps the messages off the primary buttons, whatever the screen shows under them; they move only when they cover one. */
function keepOffPrimary(): void {
  const messages = document.querySelector<HTMLElement>('.ui-toasts');
  if (!messages || !coversPrimary(messages)) return;
  const free = places.some((place) => {
    messages.dataset.place = place;
    return !coversPrimary(messages);
  });
  if (!free) messages.dataset.place = places[0];
}

/** Milliseconds between two looks at what the messages cover. */
const lookDelayMs = 200;

export function ToastList() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    const ticking = setInterval(keepOffPrimary, lookDelayMs);
    const ended = queue.subscribe(() => requestAnimationFrame(keepOffPrimary));
    return () => {
      clearInterval(ticking);
      ended();
    };
  }, []);
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
