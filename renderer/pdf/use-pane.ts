/** The state of one document pane, every action on it, and its keys. */
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { displayedSize, fromUserSpace } from '../../shared/domain/placement/placement-convert.ts';
import { resolveRule } from '../../shared/domain/placement/placement-rule.ts';
import { matchesKeys } from '../components/keys.ts';
import { announce } from '../components/LiveRegion.tsx';
import { usePageView } from './page-view.ts';
import { usePlacement } from './placement/use-placement.ts';
import { useDocument } from './use-document.ts';
import type { PdfWorkbenchProps, TypedPassword, ViewerHabits } from './workbench.ts';

export type PaneProps = PdfWorkbenchProps & { habits: ViewerHabits };

/**
 * Returns the function that moves the focus to the rectangle, after the render in which the rectangle appears.
 * A person who is in another field by then stays there: what is typed must not reach the rectangle.
 */
function useRectangleFocus(rectangle: RefObject<HTMLDivElement | null>): (askedFrom: Element | null) => void {
  const asked = useRef<{ from: Element | null } | null>(null);
  /** Triggers a render, after which the focus moves. */
  const [, setRenders] = useState(0);
  // Runs after each render: the rectangle to be focused may have appeared just now.
  useEffect(() => {
    if (!asked.current || !rectangle.current) return;
    const { from } = asked.current;
    asked.current = null;
    const now = document.activeElement;
    if (now === from || !now?.matches('input, textarea')) rectangle.current.focus({ preventScroll: true });
    rectangle.current.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (askedFrom) => {
    asked.current = { from: askedFrom };
    setRenders((count) => count + 1);
  };
}

/** Loads the document with the password that was typed for it, once. */
function useTypedDocument({ documentId, url, password }: PaneProps) {
  const ownPassword = useRef<TypedPassword>(null);
  const typed = password ?? ownPassword;
  const [unlocking, setUnlocking] = useState(false);
  const { document: load, retry } = useDocument(url, () => {
    const word = typed.current?.documentId === documentId ? typed.current.password : null;
    typed.current = null;
    return word;
  });
  const again = (word: string | null) => {
    if (word !== null) typed.current = { documentId, password: word };
    setUnlocking(word !== null);
    retry();
  };
  return { load, retry: () => again(null), unlock: again, unlocking };
}

/** Applies the page, zoom and page names of the props, and stores the zoom. */
function useFirstView({ view, shown }: ReturnType<typeof usePageView>, total: number, { habits, pages, firstPlace }: PaneProps): void {
  const { t } = useTranslation('pdf');
  useEffect(() => {
    if (shown.ready) habits.zoom = shown.zoom.preset ?? String(shown.zoom.scale);
  }, [habits, shown.ready, shown.zoom]);
  useEffect(() => {
    if (shown.ready) view?.pageNames((page) => t('page', { page, pages: total }));
  }, [view, t, total, shown.ready]);
  const first = useEffectEvent(() => {
    const facts = firstPlace && pages[firstPlace.page - 1];
    if (!view || !firstPlace || !facts) return;
    const rect = firstPlace.rect && fromUserSpace(firstPlace.rect, facts);
    const middle = rect ? 1 - (rect.top + rect.bottom) / 2 / displayedSize(facts).height : 0;
    void view.measure(firstPlace.page).then(() => view.reveal(firstPlace.page, middle));
  });
  useEffect(() => {
    if (shown.ready) first();
  }, [shown.ready]);
}

/** The state of one pane, and every action on it. */
export function usePane(props: PaneProps) {
  const { pages, rule, onRuleChange, onReplaced, readOnly = false, habits } = props;
  const { t } = useTranslation('pdf');
  const container = useRef<HTMLDivElement>(null);
  const pageList = useRef<HTMLDivElement>(null);
  const rectangle = useRef<HTMLDivElement>(null);
  const { load, retry, unlock, unlocking } = useTypedDocument(props);
  const loaded = load.state === 'ready' ? load.document : null;
  const pageView = usePageView(container, pageList, loaded, habits.zoom);
  const { view, shown, resetFind } = pageView;
  const model = usePlacement({ pages, rule, onRuleChange });
  const [findCalls, setFindCalls] = useState(0);
  /** Null: automatic, on while there is no rectangle. */
  const [tool, setTool] = useState<boolean | null>(null);
  const focusRectangle = useRectangleFocus(rectangle);
  const total = loaded?.numPages ?? pages.length;
  const placing = !readOnly && shown.ready && (tool ?? rule === null);
  const viewer = view?.viewer;
  useFirstView(pageView, total, props);
  const go = (page: number) => {
    if (page >= 1 && page <= total) view?.go(page);
  };
  return {
    container,
    pageList,
    rectangle,
    load,
    retry,
    unlock,
    unlocking,
    loaded,
    view,
    shown,
    model,
    findCalls,
    tool,
    total,
    placing,
    readOnly,
    go,
    problem: rule && loaded ? resolveRule(rule, pages) : null,
    setTool,
    togglePlacing: () => !readOnly && setTool(!placing),
    sayLoading: () => load.state !== 'failed' && announce(t('loading')),
    focusPages: () => container.current?.focus({ preventScroll: true }),
    zoomTo(value: string) {
      if (viewer) viewer.currentScaleValue = value;
    },
    zoomBy: (steps: number) => viewer?.updateScale({ steps }),
    openFind: () => setFindCalls((calls) => calls + 1),
    closeFind() {
      setFindCalls(0);
      view?.endFind();
      resetFind();
      container.current?.focus({ preventScroll: true });
    },
    goToSignature() {
      const page = model.spot?.page;
      if (!view || page === undefined) return;
      const askedFrom = document.activeElement;
      // A page that cannot be read cannot be measured; the viewer scrolls to it anyway.
      const arrive = () => {
        go(page);
        focusRectangle(askedFrom);
      };
      view.measure(page).then(arrive, arrive);
      setTool(null);
    },
    /** A rectangle was drawn or put on the page. */
    onPlaced(replaced = false) {
      focusRectangle(document.activeElement);
      setTool(null);
      if (replaced) onReplaced?.();
    },
  };
}

export type Pane = ReturnType<typeof usePane>;

/** Keys of the scrolling area: pages, and Enter for the signature. */
export function onPageKeys(event: KeyboardEvent, pane: Pane): void {
  const { container, shown, total, model, readOnly, go, goToSignature, onPlaced, sayLoading } = pane;
  if (event.target !== container.current || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const target = { PageUp: shown.page - 1, PageDown: shown.page + 1, Home: 1, End: total }[event.key];
  if (target !== undefined) go(target);
  else if (event.key === 'Enter' && !readOnly) {
    // Until then the pages cannot be measured.
    if (!shown.ready) sayLoading();
    else if (model.spot) goToSignature();
    else {
      model.putUsual(shown.page);
      onPlaced();
    }
  } else return;
  event.preventDefault();
}

/** Keys anywhere in the pane: undo, and Escape for the tool. */
export function onPaneKeys(event: KeyboardEvent, { model, readOnly, tool, setTool }: Pane): void {
  if (event.target instanceof HTMLInputElement) return;
  if (matchesKeys(event.nativeEvent, 'mod+z') && !readOnly && model.canUndo) {
    model.undo();
    event.preventDefault();
  } else if (event.key === 'Escape' && tool) {
    setTool(null);
    event.preventDefault();
  }
}
