/** One page of a PDF as a picture, with rectangles over it; for viewing, not for reading or placing. */
import './page-picture.css';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import type { Box, PageFacts } from '../../shared/domain/placement/geometry.ts';
import { displayedSize } from '../../shared/domain/placement/placement-convert.ts';
import { styleOn } from './placement/placement-moves.ts';
import { drawThumbnail } from './thumbnail-queue.ts';
import { useDocument } from './use-document.ts';

export type PagePictureProps = {
  url: string;
  /** From 1. */
  page: number;
  facts: PageFacts;
  /** CSS pixels. */
  width: number;
  /** What the picture shows, in words. */
  name: string;
  /** In points of the page as displayed, origin bottom-left; the last one lies on top. */
  marks: readonly { kind: 'expected' | 'went'; rect: Box }[];
};

export function PagePicture({ url, page, facts, width, name, marks }: PagePictureProps) {
  const { document } = useDocument(url, () => null);
  const size = displayedSize(facts);
  const height = Math.round((width * size.height) / size.width);
  const loaded = document.state === 'ready' ? document.document : null;
  return (
    <div className="page-picture" role="img" aria-label={name} data-loaded={loaded ? true : undefined} style={{ width, height }}>
      {loaded && <Drawing document={loaded} page={page} width={width} height={height} />}
      {marks.map(({ kind, rect }) => (
        <span key={kind} className={`page-picture-mark page-picture-${kind}`} style={styleOn(rect, size)} />
      ))}
    </div>
  );
}

function Drawing({ document, page, width, height }: { document: PDFDocumentProxy; page: number; width: number; height: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => (canvas.current ? drawThumbnail(document, page, canvas.current, width) : undefined), [document, page, width]);
  return <canvas ref={canvas} style={{ width, height }} />;
}
