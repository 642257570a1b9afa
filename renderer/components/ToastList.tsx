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
  const { actions } = content;
  const buttons = actions.map(({ label, run }) => (
    <Button
      key={label()}
      size="small"
      onPress={() => {
        close();
        run();
      }}
    >
      {label()}
    </Button>
  ));
  return (
    <Banner
      tone={content.tone}
      what={<Text slot="title">{content.words()}</Text>}
      actions={buttons.length > 0 && buttons}
      onClose={close}
    />
  );
}

/** Where messages may be, by preference. */
const places = ['bottom', 'middle', 'raised', 'top', 'bottom-end'] as const;

const primaryButtons = '.ui-button-primary';
/** Tabs, the buttons under the document list, and the place of the signature. */
const controls = '.ui-panes-tabs, .sign-tabs, [role="tab"], .sign-documents-foot button, .viewer-rectangle';

/** Whether the messages lie over one of these that is in view. */
function cover(messages: HTMLElement, selector: string): boolean {
  const { left, top, right, bottom } = messages.getBoundingClientRect();
  return [...document.querySelectorAll<HTMLElement>(selector)].some((element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && element.checkVisibility() && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
}

/**
 * Keeps the messages off the primary buttons, and off `controls` where both is possible, whatever the screen shows under them.
 * They move only when they cover one.
 */
function keepClear(): void {
  const messages = document.querySelector<HTMLElement>('.ui-toasts');
  if (!messages || !cover(messages, `${primaryButtons}, ${controls}`)) return;
  const isFree = (place: (typeof places)[number], selector: string) => {
    messages.dataset.place = place;
    return !cover(messages, selector);
  };
  const before = messages.dataset.place ?? places[0];
  const free =
    places.find((place) => isFree(place, `${primaryButtons}, ${controls}`)) ?? places.find((place) => isFree(place, primaryButtons));
  messages.dataset.place = free ?? before;
}

/** Milliseconds between two looks at what the messages cover. */
const lookDelayMs = 200;

export function ToastList() {
  const { t } = useTranslation('ui');
  useEffect(() => {
    let looking: ReturnType<typeof setInterval> | undefined;
    const follow = () => {
      clearInterval(looking);
      if (queue.visibleToasts.length === 0) return;
      requestAnimationFrame(keepClear);
      looking = setInterval(keepClear, lookDelayMs);
    };
    follow();
    const end = queue.subscribe(follow);
    return () => {
      clearInterval(looking);
      end();
    };
  }, []);
  return (
    <ToastRegion queue={queue} className="ui-toasts" data-pane="button" aria-label={t('messages')}>
      {({ toast: item }) => (
        <Toast toast={item} className="ui-toast">
          <ToastContent>{body(item.content, () => queue.close(item.key))}</ToastContent>
        </Toast>
      )}
    </ToastRegion>
  );
}
