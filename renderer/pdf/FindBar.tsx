/** Find in the document. Enter finds the next match, Shift+Enter the previous one, Escape closes. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton, TextField } from '../components/index.ts';
import type { Find, FindRequest } from './page-view.ts';

export type FindBarProps = {
  find: Find;
  onFind: (request: FindRequest) => void;
  onClose: () => void;
  /** Grows with each Ctrl+F: the field takes the focus and selects its text again. */
  called: number;
};

export function FindBar({ find, onFind, onClose, called }: FindBarProps) {
  const { t } = useTranslation('pdf');
  const [query, setQuery] = useState('');
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (called > 0) bar.current?.querySelector('input')?.select();
  }, [called]);

  const go = (previous: boolean) => query && onFind({ query, again: true, previous });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) go(event.shiftKey);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const nothing = query === '' || find.state === 'idle';
  const missing = !nothing && find.state === 'not-found';
  const count = find.total > 0 ? t('find.count', { current: find.current, total: find.total }) : t('find.pending');
  return (
    <search className="viewer-find" ref={bar} onKeyDownCapture={onKeyDown}>
      <TextField
        label={t('find.field')}
        hideLabel
        placeholder={t('find.field')}
        value={query}
        onChange={(value) => {
          setQuery(value);
          onFind({ query: value, again: false, previous: false });
        }}
      />
      <span className="viewer-find-count" role="status" data-missing={missing || undefined}>
        {nothing ? '' : missing ? t('find.notFound') : count}
      </span>
      <IconButton
        icon={ChevronUp}
        aria-label={t('find.previous')}
        shortcut="shift+enter"
        isDisabled={nothing || missing}
        onPress={() => go(true)}
      />
      <IconButton
        icon={ChevronDown}
        aria-label={t('find.next')}
        shortcut="enter"
        isDisabled={nothing || missing}
        onPress={() => go(false)}
      />
      <IconButton icon={X} aria-label={t('find.close')} shortcut="escape" onPress={onClose} />
    </search>
  );
}
