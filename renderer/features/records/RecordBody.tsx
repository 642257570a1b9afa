/** A readable record: its mismatches first, then the faces, the pictures, and every member. */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { Acts } from './Acts.tsx';
import { Facts } from './Facts.tsx';
import { marksOf } from './fields.ts';
import { Gallery } from './gallery/Gallery.tsx';
import { PairCard } from './gallery/PairCard.tsx';
import { PictureDialog, type Viewing } from './gallery/PictureDialog.tsx';
import { Head } from './Head.tsx';
import { Mismatches } from './Mismatches.tsx';
import { Documents } from './media/Documents.tsx';
import { Videos } from './media/Videos.tsx';
import { isShown, pairOf, picturesOf } from './pictures.ts';
import { RestOfRecord } from './RestOfRecord.tsx';
import { Sections } from './Sections.tsx';

export function RecordBody({ view, back }: { view: RecordView; back: ReactNode }) {
  const { t } = useTranslation('recordView');
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [viewing, setViewing] = useState<Viewing | null>(null);
  const { gallery, videos } = useMemo(() => picturesOf(view), [view]);
  const pair = useMemo(() => pairOf(gallery), [gallery]);
  const marks = useMemo(() => marksOf(view.mismatches), [view]);
  // They take the space that the facts next to them would have.
  const many = view.mismatches.length > 2;
  useEffect(() => heading.current?.focus(), []);
  return (
    <article ref={page} className="rec" aria-label={t('title')}>
      <div className="rec-bar">
        {back}
        <Acts view={view} page={page} />
      </div>
      <div className="rec-content">
        <div className="rec-first">
          <div className="rec-verdicts">
            <Head view={view} heading={heading} />
            <Mismatches view={view} />
            {!many && <Facts view={view} />}
          </div>
          <div className="rec-verdicts">
            <PairCard view={view} pair={pair} onOpen={setViewing} />
            {many && <Facts view={view} />}
          </div>
        </div>
        <Gallery view={view} pictures={gallery} onOpen={setViewing} />
        <div className="rec-media">
          <Videos view={view} videos={videos} />
          <Documents view={view} />
        </div>
        <Sections view={view} marks={marks} />
        <RestOfRecord view={view} />
      </div>
      <PictureDialog recordId={view.id} pictures={gallery.filter(isShown)} pair={pair} viewing={viewing} onView={setViewing} />
    </article>
  );
}
