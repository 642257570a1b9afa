/** Shows the signature rectangle over the pages. With the drawing tool on, a drag on any page draws the rectangle there. */
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { SignatureFacts } from '../../../shared/domain/documents/document.ts';
import type { PageFacts } from '../../../shared/domain/placement/geometry.ts';
import { displayedSize, fromUserSpace } from '../../../shared/domain/placement/placement-convert.ts';
import type { PageView } from '../page-view.ts';
import { drag, pointOn } from './drag.ts';
import { drawn, styleOn } from './placement-moves.ts';
import { SignatureRectangle, type SignatureRectangleProps } from './SignatureRectangle.tsx';

export type PlacementLayerProps = Omit<SignatureRectangleProps, 'spot' | 'pageElement' | 'ref'> & {
  view: PageView;
  container: RefObject<HTMLDivElement | null>;
  rectangle: RefObject<HTMLDivElement | null>;
  placing: boolean;
  /** @param replaced whether there was another rectangle before */
  onDrawn: (replaced: boolean) => void;
};

/**
 * Shows content over a page. The host element is a sibling of pdf.js's page element and is laid over it by CSS anchor positioning:
 * pdf.js empties the page element when it draws the page again, and that must not remove the element with the focus.
 */
function OnPage({ view, page, children }: { view: PageView; page: number; children: ReactNode }) {
  const [host] = useState(() => {
    const element = document.createElement('div');
    element.className = 'viewer-on-page';
    return element;
  });

  useLayoutEffect(() => {
    const element = view.pageElement(page);
    if (!element) return;
    const anchor = `--viewer-page-${page}`;
    element.style.setProperty('anchor-name', anchor);
    host.style.setProperty('position-anchor', anchor);
    element.after(host);
    return () => host.remove();
  }, [view, page, host]);

  return createPortal(children, host);
}

export function PlacementLayer(props: PlacementLayerProps) {
  const { view, container, rectangle, model, placing, readOnly, bad, scope, tentative, onDrawn, onRemoved } = props;
  const begin = useEffectEvent((event: PointerEvent, setGiveUp: (giveUp: () => void) => void) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('.page') : null;
    const page = Number(element?.dataset.pageNumber);
    const size = model.sizeOf(page);
    if (event.button !== 0 || !element || !size || !container.current) return;
    event.preventDefault();
    const from = pointOn(element, size, event);
    const replaces = model.spot !== null;
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
          onDrawn(replaces);
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
        scope={scope}
        tentative={tentative}
        onRemoved={onRemoved}
      />
    </OnPage>
  );
}

type ExistingSignaturesProps = { view: PageView; pages: readonly PageFacts[]; signatures: readonly SignatureFacts[] };

/** Outlines the signatures that the document already has, without blocking the pointer. */
export function ExistingSignatures({ view, pages, signatures }: ExistingSignaturesProps) {
  const { t } = useTranslation('pdf');
  return signatures.map(({ field, page, rect, integrity }) => {
    const facts = page ? pages[page - 1] : undefined;
    if (!page || !facts || !rect) return null;
    const size = displayedSize(facts);
    const shown = fromUserSpace(rect, facts);
    return (
      <OnPage key={field} view={view} page={page}>
        <div
          className="viewer-signed"
          data-integrity={integrity}
          role="img"
          aria-label={t(`signed.${integrity}`)}
          title={t(`signed.${integrity}`)}
          style={styleOn(shown, size)}
        />
      </OnPage>
    );
  });
}
