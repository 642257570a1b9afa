/** Thumbnails for navigation. Only those in view exist (virtualised), and they are drawn one after the other. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useMemo, useRef } from 'react';
import { ListBox, ListBoxItem, ListLayout, type Selection, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { PageFacts } from '../../shared/domain/placement/geometry.ts';
import { displayedSize } from '../../shared/domain/placement/placement-convert.ts';
import { drawThumbnail } from './thumbnail-queue.ts';

const row = 140;
const space = 4;
/** The maximum size of a thumbnail, in CSS pixels. */
const frame = { width: 80, height: 104 };

export type ThumbnailPaneProps = {
  document: PDFDocumentProxy;
  pages: readonly PageFacts[];
  current: number;
  /** The page with the signature rectangle. */
  marked: number | null;
  onGo: (page: number) => void;
};

export function ThumbnailPane({ document, pages, current, marked, onGo }: ThumbnailPaneProps) {
  const { t } = useTranslation('pdf');
  const list = useRef<HTMLDivElement>(null);
  const items = useMemo(() => Array.from({ length: document.numPages }, (_, index) => ({ id: index + 1 })), [document]);

  useEffect(() => {
    const element = list.current;
    if (!element || element.contains(element.ownerDocument.activeElement)) return;
    const top = space + (current - 1) * (row + space);
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + row > element.scrollTop + element.clientHeight) element.scrollTop = top + row + space - element.clientHeight;
  }, [current]);

  const pageName = (page: number) => t('page', { page, pages: items.length });
  const choose = (selection: Selection) => {
    const [page] = selection === 'all' ? [] : selection;
    if (typeof page === 'number' && page !== current) onGo(page);
  };
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ rowSize: row, gap: space, padding: space }}>
      <ListBox
        ref={list}
        className="viewer-thumbnails"
        aria-label={t('thumbnails')}
        items={items}
        dependencies={[document, marked, pages, t]}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={[current]}
        onSelectionChange={choose}
      >
        {({ id }) => (
          <ListBoxItem id={id} className="viewer-thumbnail" textValue={pageName(id)} aria-label={pageName(id)}>
            <Thumbnail document={document} page={id} facts={pages[id - 1]} marked={marked === id} />
            <span aria-hidden="true">{id}</span>
          </ListBoxItem>
        )}
      </ListBox>
    </Virtualizer>
  );
}

type ThumbnailProps = { document: PDFDocumentProxy; page: number; facts: PageFacts | undefined; marked: boolean };

function Thumbnail({ document, page, facts, marked }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = facts ? displayedSize(facts) : { width: 595, height: 842 };
  const scale = Math.min(frame.width / size.width, frame.height / size.height);
  const width = Math.max(8, Math.round(size.width * scale));
  const height = Math.max(8, Math.round(size.height * scale));
  useEffect(() => (canvas.current ? drawThumbnail(document, page, canvas.current, width) : undefined), [document, page, width]);
  // Without facts the page reports its own height, once it is drawn.
  const frameSize = facts ? { width, height } : { width };
  return (
    <span className="viewer-thumbnail-page" data-marked={marked || undefined} style={frameSize}>
      <canvas ref={canvas} style={frameSize} />
    </span>
  );
}
