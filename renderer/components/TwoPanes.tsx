/**
 * Two panes next to each other. On a small display one of them, chosen by tabs over them: the one with the focus is in view, and a row
 * that is clicked shows its details. Escape in the second one returns to the chosen row of the first one.
 */
import './two-panes.css';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterGroup } from './FilterGroup.tsx';

const panes = ['first', 'second'] as const;
type Pane = (typeof panes)[number];

type Props = {
  className: string;
  /** Names of the panes. */
  first: string;
  second: string;
  children: [ReactNode, ReactNode];
};

export function TwoPanes({ className, first, second, children: [left, right] }: Props) {
  const { t } = useTranslation('ui');
  const [shown, setShown] = useState<Pane>('first');
  const listed = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, defaultPrevented, currentTarget, target } = event;
    // In a field Escape is the field's, and in a layer over the page the layer's.
    const isOwn = target instanceof Element && currentTarget.contains(target) && !target.matches('input, textarea');
    if (key !== 'Escape' || defaultPrevented || !isOwn) return;
    const row = listed.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]');
    (row ?? listed.current?.querySelector<HTMLElement>('[role="grid"]'))?.focus();
  };
  return (
    <div className={`ui-panes ${className}`} data-shown={shown}>
      <FilterGroup className="ui-panes-tabs" label={t('panes')} names={panes} chosen={shown} onChoose={setShown}>
        {(pane) => ({ first, second })[pane]}
      </FilterGroup>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows; Enter on a row moves the focus */}
      <div
        ref={listed}
        className="ui-pane"
        onFocus={() => setShown('first')}
        onClickCapture={({ target, ctrlKey, shiftKey, metaKey }) => {
          const isRow = target instanceof Element && target.closest('[role="row"]') !== null;
          if (isRow && !ctrlKey && !shiftKey && !metaKey) setShown('second');
        }}
      >
        {left}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape, wherever the focus is in here */}
      <div className="ui-pane" onFocus={() => setShown('second')} onKeyDown={onKeyDown}>
        {right}
      </div>
    </div>
  );
}
