/** Pictures over the whole window: one after the other, or the two faces side by side. */
import './viewer.css';
import { ChevronLeft, ChevronRight, Download, Maximize, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import {
  type Dispatch,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, IconButton } from '../../components/index.ts';
import { saveFile } from './actions.ts';
import { PictureView } from './Gallery.tsx';
import type { Pair, ShownPicture, Viewing } from './pictures.ts';
import { useRecordWords } from './words.ts';
import { type Extent, fitOf, fitted, moved, type Point, rotated, type Zoom, zoomed } from './zoom.ts';

export type PictureDialogProps = {
  recordId: string;
  pictures: readonly ShownPicture[];
  pair: Pair;
  /** Null when no picture is open. */
  viewing: Viewing | null;
  onView: (viewing: Viewing | null) => void;
};

const step = 1.25;
/** Pixels of the wheel for one doubling. */
const doubling = 400;
/** Pixels that an arrow key moves. */
const stride = 60;
const middle: Point = { x: 0, y: 0 };
const none: Extent = { width: 0, height: 0 };

const directions: Partial<Record<string, Point>> = {
  ArrowLeft: { x: stride, y: 0 },
  ArrowRight: { x: -stride, y: 0 },
  ArrowUp: { x: 0, y: stride },
  ArrowDown: { x: 0, y: -stride },
};

type ZoomPaneProps = { recordId: string; picture: ShownPicture; name: string; autoFocus?: boolean };

type Area = RefObject<HTMLDivElement | null>;

/** Returns the size of the pane, followed while it changes. */
function usePaneSize(area: Area, autoFocus: boolean): Extent {
  const [pane, setPane] = useState(none);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    if (autoFocus) element.focus();
    const observer = new ResizeObserver(() => setPane({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [area, autoFocus]);
  return pane;
}

type SetZoom = Dispatch<SetStateAction<Zoom>>;

function useWheel(area: Area, setZoom: SetZoom, size: Extent, pane: Extent): void {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const point = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 16 : event.deltaY;
      setZoom((before) => zoomed(before, 2 ** (-pixels / doubling), point, size, pane));
    };
    // Not passive: the page behind must not scroll.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [area, setZoom, size, pane]);
}

/** Returns the handlers by which the picture follows the pointer. */
function useDrag(setZoom: SetZoom, size: Extent, pane: Extent) {
  const from = useRef<Point | null>(null);
  const release = () => {
    from.current = null;
  };
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (!from.current) return;
      const distance = { x: event.clientX - from.current.x, y: event.clientY - from.current.y };
      from.current = { x: event.clientX, y: event.clientY };
      setZoom((before) => moved(before, distance, size, pane));
    },
    onPointerUp: release,
    onPointerCancel: release,
  };
}

type Moves = {
  move: (by: Point) => void;
  scaleBy: (factor: number) => void;
  /** Turns clockwise. */
  turn: (quarters: number) => void;
  fitPane: () => void;
};

function onKeys(event: KeyboardEvent, { move, scaleBy, turn, fitPane }: Moves): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const direction = directions[event.key];
  if (direction) move(direction);
  else if (event.key === '+' || event.key === '=') scaleBy(step);
  else if (event.key === '-') scaleBy(1 / step);
  else if (event.key === '0') fitPane();
  else if (event.key.toLowerCase() === 'r') turn(event.shiftKey ? -1 : 1);
  else return;
  event.preventDefault();
}

function ZoomBar({ name, scale, moves: { scaleBy, turn, fitPane } }: { name: string; scale: number; moves: Moves }) {
  const { t } = useTranslation(['recordView', 'pdf']);
  return (
    <div className="rec-zoom-bar">
      <span className="rec-zoom-name truncate">{name}</span>
      <IconButton
        size="small"
        icon={ZoomOut}
        aria-label={t('pdf:zoomOut')}
        of={name}
        shortcut="-"
        isDisabled={scale <= 1}
        onPress={() => scaleBy(1 / step)}
      />
      <output className="rec-zoom-scale" aria-label={t('pdf:zoom')}>
        {t('pdf:percent', { value: Math.round(scale * 100) })}
      </output>
      <IconButton size="small" icon={ZoomIn} aria-label={t('pdf:zoomIn')} of={name} shortcut="plus" onPress={() => scaleBy(step)} />
      <IconButton size="small" icon={Maximize} aria-label={t('zoom.fit')} of={name} shortcut="0" onPress={fitPane} />
      <IconButton size="small" icon={RotateCcw} aria-label={t('zoom.left')} of={name} shortcut="shift+r" onPress={() => turn(-1)} />
      <IconButton size="small" icon={RotateCw} aria-label={t('zoom.right')} of={name} shortcut="r" onPress={() => turn(1)} />
    </div>
  );
}

/**
 * One picture for close inspection: plus, minus and wheel, dragging, arrow keys, turning. The picture is moved by the
 * compositor alone, so that a large one stays fast.
 */
function ZoomPane({ recordId, picture, name, autoFocus = false }: ZoomPaneProps) {
  const { t } = useTranslation('recordView');
  const area = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(none);
  const [zoom, setZoom] = useState<Zoom>(fitted);
  const pane = usePaneSize(area, autoFocus);
  useWheel(area, setZoom, size, pane);
  const drag = useDrag(setZoom, size, pane);
  const moves: Moves = {
    move: (by) => setZoom((before) => moved(before, by, size, pane)),
    scaleBy: (factor) => setZoom((before) => zoomed(before, factor, middle, size, pane)),
    turn: (quarters) => setZoom((before) => rotated(before, quarters)),
    fitPane: () => setZoom((before) => ({ ...fitted, turn: before.turn })),
  };
  const scale = fitOf(size, pane, zoom.turn) * zoom.scale;
  return (
    <section className="rec-zoom" aria-label={name}>
      <ZoomBar name={name} scale={zoom.scale} moves={moves} />
      {/* biome-ignore lint/a11y/useSemanticElements: it is moved about in by keys */}
      <div
        ref={area}
        className="rec-zoom-area"
        role="group"
        aria-label={name}
        aria-description={t('zoom.help')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be moved must be reachable by keyboard
        tabIndex={0}
        data-movable={zoom.scale > 1 || undefined}
        onKeyDown={(event) => onKeys(event, moves)}
        {...drag}
        onDoubleClick={() => (zoom.scale > 1 ? moves.fitPane() : moves.scaleBy(2))}
      >
        <div
          className="rec-zoom-picture"
          data-ready={size.width > 0 || undefined}
          style={{
            transform: `translate(-50%, -50%) translate(${zoom.at.x}px, ${zoom.at.y}px) rotate(${zoom.turn * 90}deg) scale(${scale})`,
          }}
        >
          <PictureView
            recordId={recordId}
            picture={picture}
            alt={name}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
          />
        </div>
      </div>
    </section>
  );
}

export function PictureDialog({ recordId, pictures, pair, viewing, onView }: PictureDialogProps) {
  const { t } = useTranslation(['recordView', 'ui']);
  const words = useRecordWords();
  const at = viewing?.kind === 'one' ? pictures.findIndex(({ key }) => key === viewing.key) : -1;
  const current = pictures[at];
  const sides = [pair.document, pair.customer].filter((side) => side !== null);
  const go = (by: number) => {
    const next = pictures[at + by];
    if (next) onView({ kind: 'one', key: next.key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'PageDown') go(1);
    else if (event.key === 'PageUp') go(-1);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      full
      isOpen={viewing !== null}
      onClose={() => onView(null)}
      title={current ? t('pictures.viewer', { place: at + 1, of: pictures.length }) : t('compare.title')}
      actions={
        <>
          {current && (
            <>
              <Button icon={ChevronLeft} isDisabled={at === 0} onPress={() => go(-1)}>
                {t('pictures.previous')}
              </Button>
              <Button icon={ChevronRight} isDisabled={at === pictures.length - 1} onPress={() => go(1)}>
                {t('pictures.next')}
              </Button>
              <Button className="rec-dialog-save" icon={Download} onPress={() => void saveFile(recordId, current.file.id)}>
                {t('saveAs')}
              </Button>
            </>
          )}
          <Button onPress={() => onView(null)}>{t('ui:close')}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the panes inside */}
      <div className="rec-panes" onKeyDown={onKeyDown}>
        {(current ? [current] : viewing ? sides : []).map((picture, index) => (
          <ZoomPane key={picture.key} recordId={recordId} picture={picture} name={words.picture(picture)} autoFocus={index === 0} />
        ))}
      </div>
    </Dialog>
  );
}
