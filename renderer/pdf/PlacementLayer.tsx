/** The rectangle over the pages, and drawing it: with the place tool on, a drag on any page creates one. */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { drag, pointOn } from './drag.ts';
import { OnPage } from './OnPage.tsx';
import type { PageView } from './page-view.ts';
import { drawn } from './placement-moves.ts';
import { SignatureRectangle } from './SignatureRectangle.tsx';
import type { PlacementModel } from './use-placement.ts';

export type PlacementLayerProps = {
  view: PageView;
  container: RefObject<HTMLDivElement | null>;
  rectangle: RefObject<HTMLDivElement | null>;
  model: PlacementModel;
  placing: boolean;
  readOnly: boolean;
  bad: boolean;
  onDrawn: () => void;
  onRemoved: () => void;
};

export function PlacementLayer({ view, container, rectangle, model, placing, readOnly, bad, onDrawn, onRemoved }: PlacementLayerProps) {
  const begin = useEffectEvent((event: PointerEvent, setGiveUp: (giveUp: () => void) => void) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.page') : null;
    const page = Number(element?.dataset.pageNumber);
    const size = model.sizeOf(page);
    if (event.button !== 0 || !element || !size || !container.current) return;
    event.preventDefault();
    const from = pointOn(element, size, event);
    setGiveUp(
      drag({
        element: container.current,
        start: event,
        threshold: 4,
        at: (now) => drawn(from, pointOn(element, size, now), size),
        onMove: (rect) => model.sketch({ page, rect }),
        onEnd: (rect) => {
          model.sketch(null);
          if (!rect) return;
          model.put(page, rect);
          onDrawn();
        },
      }),
    );
  });

  useEffect(() => {
    const element = container.current;
    if (!element || !placing) return;
    let giveUp: (() => void) | undefined;
    const listener = (event: PointerEvent) =>
      begin(event, (stop) => {
        giveUp = stop;
      });
    element.addEventListener('pointerdown', listener);
    return () => {
      element.removeEventListener('pointerdown', listener);
      giveUp?.();
    };
  }, [container, placing]);

  const { spot } = model;
  if (!spot || spot.rect.right <= spot.rect.left || spot.rect.top <= spot.rect.bottom) return null;
  return (
    <OnPage view={view} page={spot.page}>
      <SignatureRectangle
        ref={rectangle}
        spot={spot}
        model={model}
        pageElement={() => view.pageElement(spot.page)}
        readOnly={readOnly}
        bad={bad}
        onRemoved={onRemoved}
      />
    </OnPage>
  );
}
