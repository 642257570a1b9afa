/** The signature rectangle: moved by its body, resized by its eight handles, both also by the arrow keys. */
import { type KeyboardEvent, type PointerEvent, type Ref, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Box } from '../../../shared/domain/placement/geometry.ts';
import { isMac, keysLabel } from '../../components/keys.ts';
import { drag, pointOn } from './drag.ts';
import { useLengths } from './lengths.ts';
import { type Handle, handles, keyed, moved, type Point, resized, styleOn } from './placement-moves.ts';
import { type PlacementModel, type Spot, spotWords } from './use-placement.ts';

export type SignatureRectangleProps = {
  spot: Spot;
  model: PlacementModel;
  pageElement: () => HTMLElement | null;
  readOnly: boolean;
  /** The rectangle leaves the page: shown, but marked. */
  bad: boolean;
  /** What it applies to; shown next to its size. */
  scope: string | undefined;
  /** Only proposed. */
  tentative: boolean;
  onRemoved: () => void;
  ref: Ref<HTMLDivElement>;
};

export function SignatureRectangle(props: SignatureRectangleProps) {
  const { spot, model, pageElement, readOnly, bad, scope, tentative, onRemoved, ref } = props;
  const { t } = useTranslation('pdf');
  const { unit } = useLengths();
  const help = useId();
  const giveUp = useRef<() => void>(undefined);
  useEffect(() => () => giveUp.current?.(), []);
  const { page, size, rect } = spot;

  const follow = (event: PointerEvent<HTMLElement>, apply: (by: Point) => Box) => {
    const element = pageElement();
    if (readOnly || event.button !== 0 || !element) return;
    event.stopPropagation();
    // Prevents text selection; the focus is set in code, since a handle takes none.
    event.preventDefault();
    event.currentTarget.closest<HTMLElement>('.viewer-rectangle')?.focus();
    const from = pointOn(element, size, event);
    giveUp.current = drag({
      element: event.currentTarget,
      start: event.nativeEvent,
      threshold: 2,
      at: (now) => {
        const to = pointOn(element, size, now);
        return apply({ x: to.x - from.x, y: to.y - from.y });
      },
      onMove: (next) => model.sketch({ page, rect: next }),
      onEnd: (next) => {
        model.sketch(null);
        if (next) model.put(page, next);
      },
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (readOnly) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      model.remove();
      onRemoved();
    } else {
      const resize = event.altKey || event.ctrlKey || (isMac() && event.metaKey);
      const next = keyed(rect, event.key, { shift: event.shiftKey, resize }, size);
      if (!next) return;
      model.put(page, next, true);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const words = spotWords(spot, unit);
  return (
    <>
      <div
        ref={ref}
        className="viewer-rectangle"
        data-bad={bad || undefined}
        data-tentative={tentative || undefined}
        data-sketching={model.sketching || undefined}
        data-read-only={readOnly || undefined}
        role="application"
        aria-label={`${t('rectangle.name')}. ${t(`rectangle.announced.${unit}`, words)}`}
        aria-describedby={readOnly ? undefined : help}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is interactive, by arrows and mouse
        tabIndex={0}
        style={styleOn(rect, size)}
        onPointerDown={(event) => follow(event, (by) => moved(rect, by, size))}
        onKeyDown={onKeyDown}
      >
        <span className="viewer-rectangle-label" aria-hidden="true">
          {t('rectangle.label')}
        </span>
        <span className="viewer-rectangle-measures" aria-hidden="true">
          {[t(`rectangle.measures.${unit}`, words), scope].filter(Boolean).join(' · ')}
        </span>
        {!readOnly &&
          handles.map((handle: Handle) => (
            <span
              key={handle}
              className="viewer-handle"
              data-handle={handle}
              aria-hidden="true"
              onPointerDown={(event) => follow(event, (by) => resized(rect, handle, by, size))}
            />
          ))}
      </div>
      <span id={help} hidden>
        {t('rectangle.help', { undo: keysLabel('mod+z') })}
      </span>
    </>
  );
}
