/** Documents published for the provider to fetch. PDFs may be dropped anywhere on it. */
import { FilePlus, Share2, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Publication, PublicationFilter } from '../../../../shared/domain/web-service/web-service.ts';
import { IdentityLine } from '../../../components/IdentityLine.tsx';
import { Button, DropCover, EmptyState, FileName, StatusTag } from '../../../components/index.ts';
import { useFileDrop } from '../../../components/use-file-drop.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { ListFrame, RowList } from '../ListFrame.tsx';
import { type InboxViewProps, useInbox } from '../store.ts';
import { PublicationDetails } from './PublicationDetails.tsx';
import { PublicationTag, shownState } from './PublicationRow.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { publications, usePublications } from './store.ts';
import { wasPublishing } from './use-staging.ts';
import { usePublicationWords } from './words.ts';

const shows = ['all', 'offered', 'ended'] as const satisfies readonly PublicationFilter['show'][];

/** The dialog: with dropped files, or with those chosen in the system's dialog. */
type Publishing = { files?: File[] } | null;

const rowHeight = 60;

/** One published document of the list: its name, customer, begin, and its state. Its height never changes. */
const PublishedRow = memo(function PublishedRow({ publication }: { publication: Publication }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'published' });
  const words = usePublicationWords();
  const { name, keys, publishedAt, fetches } = publication;
  // The last fetch counts: an incomplete one is usually followed by a complete one.
  const cut = fetches[0] !== undefined && !fetches[0].complete;
  const identification = keys.find(({ kind }) => kind === 'identification');
  return (
    <div className="inbox-row inbox-row-plain">
      <span className="inbox-row-line">
        <span className="inbox-row-name">
          <FileName name={name} />
        </span>
        <span className="ui-fine inbox-row-when">{timeWords(publishedAt)}</span>
      </span>
      <span className="inbox-row-line">
        <IdentityLine
          className="ui-fine"
          identification={identification ? words.key(identification) : ''}
          others={keys.filter((one) => one !== identification).map(words.key)}
        />
        <span className="inbox-row-marks">
          {cut && (
            <StatusTag tone="doubt" icon={TriangleAlert}>
              {t('cut')}
            </StatusTag>
          )}
          <PublicationTag publication={publication} />
        </span>
      </span>
    </div>
  );
});

export function PublishedTab({ onOpenVisit, onOpenSettings }: Pick<InboxViewProps, 'onOpenVisit' | 'onOpenSettings'>) {
  const { t } = useTranslation('inbox');
  const words = usePublicationWords();
  const list = usePublications();
  const { publicationId } = useInbox();
  const [publishing, setPublishing] = useState<Publishing>(() => (wasPublishing(null) ? {} : null));
  const { over, handlers } = useFileDrop((files) => setPublishing({ files }));
  const details = useRef<HTMLDivElement>(null);
  // Changes while another area was in view are not reported row by row.
  useEffect(publications.reload, []);
  const chosen = list.items.find(({ id }) => id === publicationId);
  const place = useRef(0);
  useEffect(() => {
    if (chosen) place.current = list.items.indexOf(chosen);
    // The chosen row is gone: the one now in its place is next.
    else if (publicationId !== null) useInbox.setState({ publicationId: (list.items[place.current] ?? list.items.at(-1))?.id ?? null });
  }, [chosen, publicationId, list.items]);
  const publish = (
    <Button variant="primary" icon={FilePlus} onPress={() => setPublishing({})}>
      {t('published.publish')}
    </Button>
  );
  return (
    <div className="inbox-drop" {...handlers}>
      <ListFrame
        area="published"
        list={list}
        shows={shows}
        onFilter={publications.filterBy}
        onAgain={publications.reload}
        filter={(show) => t(`published.filter.${show}`)}
        acts={publish}
        empty={
          <EmptyState icon={Share2} title={t('published.empty.title')} actions={publish}>
            {t('published.empty.words')}
          </EmptyState>
        }
        onOpenSettings={onOpenSettings}
        details={
          <div ref={details}>
            {chosen ? (
              <PublicationDetails key={chosen.id} publication={chosen} onOpenVisit={onOpenVisit} />
            ) : (
              <p className="ui-note">{t('published.choose')}</p>
            )}
          </div>
        }
      >
        <RowList
          label={t('published.list')}
          list={list}
          rowHeight={rowHeight}
          selectedId={chosen?.id ?? null}
          onSelect={({ id }) => useInbox.setState({ publicationId: id })}
          onOpen={() => details.current?.querySelector<HTMLElement>('h2')?.focus()}
          onMore={publications.loadMore}
          said={(one) => [one.name, t(`publishing.state.${shownState(one)}`), words.keys(one.keys)].join(', ')}
        >
          {(publication) => <PublishedRow publication={publication} />}
        </RowList>
      </ListFrame>
      {over && <DropCover part>{t('published.drop')}</DropCover>}
      <PublishDialog open={publishing !== null} onClose={() => setPublishing(null)} visitId={null} {...publishing} />
    </div>
  );
}
