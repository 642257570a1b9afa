/** What a screen reader says of its own accord: the texts of live regions, in their order. What the focus is on is read besides. */
import type { Page } from 'playwright/test';

type PageWithTranscript = { transcript: string[] };

/**
 * Begins to record. A text is read when it appears in a region that is there already, or with a new alert. A `status` that appears with its
 * text is silent in most screen readers, so it is not in the transcript.
 */
export async function recordTranscript(page: Page): Promise<{ said(): Promise<string[]>; clear(): Promise<void> }> {
  await page.evaluate(() => {
    const transcript: string[] = [];
    Object.assign(window, { transcript } satisfies PageWithTranscript);
    const live = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
    const say = (text: string | null) => {
      const words = text?.replace(/\s+/g, ' ').trim();
      if (words) transcript.push(words);
    };
    const isHidden = (element: Element) => element.closest('[aria-hidden="true"], [inert]') !== null;
    const observer = new MutationObserver((changes) => {
      const read = new Set<Element>();
      const added = new Set(changes.flatMap(({ addedNodes }) => [...addedNodes]));
      for (const { type, target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(live);
        if (region && !isHidden(region) && !read.has(region) && ![...added].some((node) => node.contains(region))) {
          const isWhole = (region.getAttribute('aria-atomic') ?? String(region.role === 'status')) === 'true';
          if (isWhole) read.add(region);
          for (const text of isWhole ? [region] : type === 'characterData' ? [target] : addedNodes) say(text.textContent);
        }
        for (const node of addedNodes) {
          if (!(node instanceof Element) || !node.isConnected) continue;
          for (const alert of [node, ...node.querySelectorAll('[role="alert"]')]) {
            if (alert.role !== 'alert' || isHidden(alert) || read.has(alert)) continue;
            read.add(alert);
            say(alert.textContent);
          }
        }
      }
    });
    observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return {
    said: () => page.evaluate(() => (window as unknown as PageWithTranscript).transcript),
    clear: () => page.evaluate(() => void (window as unknown as PageWithTranscript).transcript.splice(0)),
  };
}
