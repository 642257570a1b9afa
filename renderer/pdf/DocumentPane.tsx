/** One document in the workbench, from loading to closing. */
import './viewer.css';
import './placement.css';
import { type KeyboardEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveRule } from '../../shared/domain/placement-rule.ts';
import type { MenuCommand } from '../../shared/ipc/app.ts';
import { ProblemBanner } from '../components/index.ts';
import { matchesKeys } from '../components/keys.ts';
import { ExistingSignatures } from './ExistingSignatures.tsx';
import { FindBar } from './FindBar.tsx';
import { LoadFailed, LoadProgress } from './LoadState.tsx';
import { PlacementLayer } from './PlacementLayer.tsx';
import { ThumbnailPane } from './ThumbnailPane.tsx';
import { useDocument } from './use-document.ts';
import { usePageView } from './use-page-view.ts';
import { usePlacement } from './use-placement.ts';
import { useViewerKeys, useWheelZoom } from './use-viewer-keys.ts';
import { useWide } from './use-wide.ts';
import { ViewerToolbar } from './ViewerToolbar.tsx';
import type { PdfWorkbenchProps, TypedPassword, ViewerHabits } from './workbench.ts';

/** Pixels; in a narrower pane the thumbnails would take the space that reading needs. */
const roomForThumbnails = 660;

export function DocumentPane({
  documentId,
  url,
  name,
  password,
  pages,
  signatures = [],
  firstPage = 1,
  rule,
  onRuleChange,
  readOnly = false,
  habits,
  ref,
}: PdfWorkbenchProps & { habits: ViewerHabits }) {
  const { t } = useTranslation('pdf');
  const whole = useRef<HTMLElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const pageList = useRef<HTMLDivElement>(null);
  const rectangle = useRef<HTMLDivElement>(null);
  const ownPassword = useRef<TypedPassword>(null);
  const typed = password ?? ownPassword;
  const { document: load, retry } = useDocument(url, () => {
    const given = typed.current?.documentId === documentId ? typed.current.password : null;
    typed.current = null;
    return given;
  });
  const loaded = load.state === 'ready' ? load.document : null;
  const { view, shown, resetFind } = usePageView(container, pageList, loaded, habits.zoom);
  const model = usePlacement({ pages, rule, onRuleChange });
  const [thumbnailsChosen, setThumbnails] = useState(habits.thumbnails);
  const [findCalls, setFindCalls] = useState(0);
  /** Null: automatic, on while there is no rectangle. */
  const [tool, setTool] = useState<boolean | null>(null);
  const focusSoon = useRef(false);
  /** Only renders again, for the focus to move. */
  const [, setArrivals] = useState(0);

  const total = loaded?.numPages ?? pages.length;
  const roomy = useWide(whole, roomForThumbnails);
  // pdf.js lays out the pages of a form in the page only; their thumbnails would stay white.
  const thumbnails = !loaded?.isPureXfa && (thumbnailsChosen ?? (roomy && total > 1));
  const placing = !readOnly && shown.ready && (tool ?? rule === null);
  const problem = rule && loaded ? resolveRule(rule, pages) : null;
  const viewer = view?.viewer;

  useEffect(() => {
    if (shown.ready) habits.zoom = shown.zoom.preset ?? String(shown.zoom.scale);
  }, [habits, shown.ready, shown.zoom]);
  useEffect(() => {
    if (shown.ready) view?.pageNames((page) => t('page', { page, total }));
  }, [view, t, total, shown.ready]);
  useEffect(() => {
    if (shown.ready && firstPage > 1) view?.go(firstPage);
  }, [view, firstPage, shown.ready]);
  // Runs after each render: the rectangle to be focused may have appeared just now.
  useEffect(() => {
    if (!focusSoon.current || !rectangle.current) return;
    focusSoon.current = false;
    rectangle.current.focus({ preventScroll: true });
    rectangle.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });

  const go = (page: number) => {
    if (page >= 1 && page <= total) view?.go(page);
  };
  const zoomTo = (value: string) => {
    if (viewer) viewer.currentScaleValue = value;
  };
  const zoomBy = (steps: number) => viewer?.updateScale({ steps });
  const openFind = () => setFindCalls((calls) => calls + 1);
  const closeFind = () => {
    setFindCalls(0);
    view?.endFind();
    resetFind();
    container.current?.focus({ preventScroll: true });
  };
  const goToSignature = () => {
    const page = model.spot?.page;
    if (!view || page === undefined) return;
    // A page that cannot be read cannot be measured; the viewer goes to it all the same.
    const arrive = () => {
      go(page);
      focusSoon.current = true;
      setArrivals((count) => count + 1);
    };
    view.measure(page).then(arrive, arrive);
    setTool(null);
  };
  const togglePlacing = () => !readOnly && setTool(!placing);
  const commands: Partial<Record<MenuCommand, () => void>> = {
    find: openFind,
    'zoom-in': () => zoomBy(1),
    'zoom-out': () => zoomBy(-1),
    'fit-width': () => zoomTo('page-width'),
    'fit-page': () => zoomTo('page-fit'),
  };
  useImperativeHandle(ref, () => ({ run: (command) => commands[command]?.(), goToSignature }));
  useViewerKeys(
    {
      find: openFind,
      zoomIn: () => zoomBy(1),
      zoomOut: () => zoomBy(-1),
      fitWidth: () => zoomTo('page-width'),
      togglePlacing,
    },
    whole,
  );
  useWheelZoom(container, view);

  const onPageKeys = (event: KeyboardEvent) => {
    if (event.target !== container.current || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = { PageUp: shown.page - 1, PageDown: shown.page + 1, Home: 1, End: total }[event.key];
    if (target !== undefined) go(target);
    else if (event.key === 'Enter' && shown.ready && !readOnly) {
      if (model.spot) goToSignature();
      else {
        focusSoon.current = true;
        model.putUsual(shown.page);
        setTool(null);
      }
    } else return;
    event.preventDefault();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    if (matchesKeys(event.nativeEvent, 'mod+z') && !readOnly && model.canUndo) {
      model.undo();
      event.preventDefault();
    } else if (event.key === 'Escape' && tool) setTool(null);
  };
  return (
    <section ref={whole} className="viewer" aria-label={t('viewer', { name })} onKeyDown={onKeyDown}>
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
        <div className="viewer-backdrop" data-placing={placing || undefined}>
          {findCalls > 0 && view && <FindBar find={shown.find} onFind={view.find} onClose={closeFind} called={findCalls} />}
          {load.state === 'loading' && <LoadProgress share={load.share} />}
          {load.state === 'failed' && (
            <LoadFailed
              cause={load.cause}
              onRetry={retry}
              onPassword={(word) => {
                typed.current = { documentId, password: word };
                retry();
              }}
            />
          )}
          {placing && !model.sketching && <p className="viewer-hint">{t('placing')}</p>}
          {/* biome-ignore lint/a11y/useSemanticElements: it scrolls and takes keys */}
          <div
            ref={container}
            className="viewer-scroll"
            role="group"
            aria-label={t('pages')}
            aria-description={t('pagesHelp')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
            tabIndex={0}
            onKeyDown={onPageKeys}
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
                onDrawn={() => {
                  setTool(null);
                  focusSoon.current = true;
                }}
                onRemoved={() => container.current?.focus({ preventScroll: true })}
              />
            </>
          )}
        </div>
      </div>
    </section>
  );
}
