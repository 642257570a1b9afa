/**
 * A document to read and to place the signature on: pages, thumbnails, find, zoom and the rectangle.
 * Each document gets a viewer of its own; leaving it ends its load and frees its worker.
 */
import { useRef } from 'react';
import { DocumentPane } from './DocumentPane.tsx';
import type { PdfWorkbenchProps, ViewerHabits } from './workbench.ts';

export function PdfWorkbench(props: PdfWorkbenchProps) {
  const habits = useRef<ViewerHabits>({ thumbnails: null, zoom: 'page-width' });
  return <DocumentPane key={props.documentId} {...props} habits={habits.current} />;
}
