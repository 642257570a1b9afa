/**
 * Content on a page. Its host is a sibling of pdf.js's page element, laid over it by CSS anchor positioning:
 * pdf.js empties its page when it draws it again, and a focused element must outlive that.
 */
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PageView } from './page-view.ts';

export function OnPage({ view, page, children }: { view: PageView; page: number; children: ReactNode }) {
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
