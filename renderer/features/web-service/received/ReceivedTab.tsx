/** Items that the provider sent, newest first, updated live, and the details of the chosen one. */
import { CheckCheck, Inbox } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InboxFilter, InboxItem } from '../../../../shared/domain/web-service/web-service.ts';
import { focusWhenLost } from '../../../components/focus-when-lost.ts';
import { Button, EmptyState, FilterCount, matchesKeys } from '../../../components/index.ts';
import { isCovered, useWindowKeys } from '../../../components/use-window-keys.ts';
import { amount } from '../../../i18n/formats.ts';
import { markAllRead, readKeys, select, toggleRead } from '../actions.ts';
import { ListFrame, RowList } from '../ListFrame.tsx';
import { type InboxViewProps, inboxCounts, received, useInbox, useInboxUnread, useReceived } from '../store.ts';
import { ItemDetails } from './ItemDetails.tsx';
import { identificationBeside, marksOf, ReceivedRow, rowHeight, useItemWords } from './ReceivedRow.tsx';

const shows = ['all', 'unread', 'changed', 'quarantined'] as const satisfies readonly InboxFilter['show'][];

/** Moves the focus from the button that marks all as read, which is disabled then, to the list: to the chosen row, or the first one. */
function useFocusAfterAll(unread: number): void {
  const before = useRef(unread);
  useEffect(() => {
    const isDone = before.current > 0 && unread === 0;
    before.current = unread;
    const inList = (selector: string) => document.querySelector<HTMLElement>(`.inbox-listed ${selector}`);
    return isDone
      ? focusWhenLost(() => inList('[role="row"][aria-selected="true"]') ?? inList('[role="row"]') ?? inList('button'))
      : undefined;
  }, [unread]);
}

function useReadKey(): void {
  useWindowKeys((event) => {
    if (!matchesKeys(event, readKeys) || isCovered()) return;
    event.preventDefault();
    const { selected } = useInbox.getState();
    if (selected) void toggleRead(selected);
  });
}

function Filter({ show }: { show: InboxFilter['show'] }) {
  const { t } = useTranslation('inbox');
  const counts = inboxCounts.use(({ value }) => value);
  const count = counts && { all: null, changed: null, unread: counts.unread, quarantined: counts.quarantined }[show];
  return (
    <>
      {t(`received.filter.${show}`)}
      {count !== null && (
        <FilterCount tone={count === 0 ? 'quiet' : show === 'quarantined' ? 'bad' : undefined}>{amount(count)}</FilterCount>
      )}
    </>
  );
}

export function ReceivedTab(props: InboxViewProps) {
  const { t } = useTranslation('inbox');
  const words = useItemWords();
  const list = useReceived();
  const { selected } = useInbox();
  const unread = useInboxUnread();
  const [removing, setRemoving] = useState<InboxItem | null>(null);
  const details = useRef<HTMLDivElement>(null);
  useReadKey();
  useFocusAfterAll(unread);
  // Changes while another area was in view are not reported row by row.
  useEffect(received.reload, []);
  return (
    <ListFrame
      area="received"
      list={list}
      shows={shows}
      onFilter={received.filterBy}
      onAgain={received.reload}
      filter={(show) => <Filter show={show} />}
      acts={
        <Button icon={CheckCheck} isDisabled={unread === 0} onPress={() => void markAllRead()}>
          {t('received.markAll')}
        </Button>
      }
      empty={
        <EmptyState icon={Inbox} title={t('received.empty.title')}>
          {t('received.empty.words')}
        </EmptyState>
      }
      onOpenSettings={props.onOpenSettings}
      details={
        <div ref={details}>
          {selected ? (
            <ItemDetails key={selected.id} item={selected} removing={removing} onRemoving={setRemoving} {...props} />
          ) : (
            <p className="ui-note">{t('received.choose')}</p>
          )}
        </div>
      }
    >
      <RowList
        label={t('received.list')}
        list={list}
        rowHeight={rowHeight}
        selectedId={selected?.id ?? null}
        onSelect={select}
        onOpen={() => details.current?.querySelector<HTMLElement>('h2')?.focus()}
        onMore={received.loadMore}
        onDelete={() => selected?.kind === 'quarantined' && setRemoving(selected)}
        said={(item) => {
          const who = [words.title(item), identificationBeside(item)].filter(Boolean);
          return [...(item.read ? [] : [t('item.unread')]), ...who, ...marksOf(item).map(words.mark)].join(', ');
        }}
      >
        {(item) => <ReceivedRow item={item} />}
      </RowList>
    </ListFrame>
  );
}
