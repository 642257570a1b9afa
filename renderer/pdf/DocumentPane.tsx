/** One document in the workbench, from loading to closing. */
import './viewer.css';
import './placement/placement.css';
import { type RefObject, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuCommand } from '../../shared/ipc/app.ts';
import { ProblemBanner } from '../components/index.ts';
import { FindBar } from './FindBar.tsx';
import { LoadState } from './LoadState.tsx';
import { ExistingSignatures, PlacementLayer } from './placement/PlacementLayer.tsx';
import { ThumbnailPane } from './ThumbnailPane.tsx';
import { onPageKeys, onPaneKeys, type Pane, type PaneProps, usePane } from './use-pane.ts';
import { useViewerKeys, useWheelZoom } from './use-viewer-keys.ts';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import type { PdfWorkbenchProps, ViewerHabits } from './workbench.ts';

/** Pixels; in a narrower pane the thumbnails would take the space that reading needs. */
const roomForThumbnails = 660;

/** Whether an element has at least this width in CSS pixels: for conditional rendering, where style alone is not enough. */
function useWide(element: RefObject<HTMLElement | null>, least: number): boolean {
  const [wide, setWide] = useState(false);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    // Measured before the first paint, so that nothing jumps; the observer reports later changes.
    setWide(measured.clientWidth >= least);
    const observer = new ResizeObserver(() => setWide(measured.clientWidth >= least));
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, least]);
  return wide;
}

type PagesProps = Pick<PaneProps, 'pages' | 'signatures' | 'scope' | 'tentative'>;

/** The scrolling pages, with the signatures and the rectangle over them. */
function Pages({ pane, pages, signatures = [], scope, tentative = false }: { pane: Pane } & PagesProps) {
  const { t } = useTranslation('pdf');
  const { container, pageList, rectangle, view, shown, model, findCalls, placing, readOnly, problem } = pane;
  return (
    <div className="viewer-backdrop" data-placing={placing || undefined}>
      {findCalls > 0 && view && <FindBar find={shown.find} onFind={view.find} onClose={pane.closeFind} called={findCalls} />}
      <LoadState pane={pane} />
      {/* biome-ignore lint/a11y/useSemanticElements: it scrolls and takes keys */}
      <div
        ref={container}
        className="viewer-scroll"
        role="group"
        aria-label={t('pages')}
        aria-description={t('pagesHelp')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onKeyDown={(event) => onPageKeys(event, pane)}
      >
        <div ref={pageList} className="pdfViewer" />
      </div>
      {view && shown.ready && (
        <>
          <ExistingSignatures view={view} pages={pages} signatures={signatures} />
          <PlacementLayer
            view={view}
            container={container}
            rectangle={rectangle}
            model={model}
            placing={placing}
            readOnly={readOnly}
            bad={problem?.ok === false}
            scope={scope}
            tentative={tentative}
            onDrawn={pane.onPlaced}
            onRemoved={pane.focusPages}
          />
        </>
      )}
    </div>
  );
}

export function DocumentPane(props: PaneProps) {
  const { name, pages, habits, ref } = props;
  const { t } = useTranslation('pdf');
  const whole = useRef<HTMLElement>(null);
  const pane = usePane(props);
  const { container, loaded, view, shown, model, findCalls, total, placing, readOnly, problem, go, zoomTo, zoomBy } = pane;
  const { openFind, closeFind, togglePlacing, goToSignature, setTool } = pane;
  const [thumbnailsChosen, setThumbnails] = useState(habits.thumbnails);
  const roomy = useWide(whole, roomForThumbnails);
  // pdf.js lays out the pages of a form in the page only; their thumbnails would stay white.
  const thumbnails = !loaded?.isPureXfa && (thumbnailsChosen ?? (roomy && total > 1));
  const [zoomIn, zoomOut, fitWidth] = [() => zoomBy(1), () => zoomBy(-1), () => zoomTo('page-width')];
  const commands: Partial<Record<MenuCommand, () => void>> = {
    find: openFind,
    'zoom-in': zoomIn,
    'zoom-out': zoomOut,
    'fit-width': fitWidth,
    'fit-page': () => zoomTo('page-fit'),
  };
  useImperativeHandle(ref, () => ({ run: (command) => commands[command]?.(), goToSignature }));
  useViewerKeys({ find: openFind, zoomIn, zoomOut, fitWidth, togglePlacing }, whole);
  useWheelZoom(container, view);
  return (
    <section ref={whole} className="viewer" aria-label={t('viewer', { name })} onKeyDown={(event) => onPaneKeys(event, pane)}>
      <ViewerToolbar
        ready={shown.ready}
        page={shown.page}
        total={total}
        zoom={shown.zoom}
        thumbnails={thumbnails}
        placing={placing}
        finding={findCalls > 0}
        canUndo={readOnly ? null : model.canUndo}
        onGo={go}
        onZoom={zoomTo}
        onZoomStep={zoomBy}
        onThumbnails={(open) => {
          habits.thumbnails = open;
          setThumbnails(open);
        }}
        onFind={() => (findCalls > 0 ? closeFind() : openFind())}
        onPlacing={setTool}
        onUndo={model.undo}
      />
      {problem?.ok === false && <ProblemBanner problem={problem.problem} tone="bad" />}
      <div className="viewer-body">
        {thumbnails && loaded && (
          <ThumbnailPane document={loaded} pages={pages} current={shown.page} marked={model.spot?.page ?? null} onGo={go} />
        )}
        <Pages pane={pane} {...props} />
      </div>
    </section>
  );
}

/** The person's settings of the viewer, which outlive the documents and the view. */
const habits: ViewerHabits = { thumbnails: null, zoom: 'page-width' };

/**
 * A document to read and to place the signature on: pages, thumbnails, find, zoom and the rectangle.
 * Each document gets a viewer of its own; leaving it ends its load and frees its worker.
 */
export const PdfWorkbench = (props: PdfWorkbenchProps) => <DocumentPane key={props.documentId} {...props} habits={habits} />;
