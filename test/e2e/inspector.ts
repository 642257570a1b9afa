/** Looks at each state of a tour once: axe in both themes, the focus, and what sticks out on a display of 1280 by 800 at 150 %. */
import { announced, brokenColours, brokenRules } from './broken-rules.ts';
import { buttonsSqueezed, controlsCutOff, namesRepeated } from './cut-off.ts';
import { expect, type Running } from './launch.ts';

const wide = { width: 1280, height: 800, deviceScaleFactor: 1 };
/** 1280 by 800 at 150 %. */
const small = { width: 853, height: 533, deviceScaleFactor: 1.5 };

/** Milliseconds within which the focus is expected where it goes; dialogs return it after a frame or two. */
const focusReturnMs = 1_500;

type Inspection<Scene> = {
  /** In which pane a control must stay, and inside what it is not looked at; selectors. */
  clip: { panes: string; passed?: string };
  /** What else is wrong on the small display. */
  alsoSmall?: () => string[];
  /** The scenes of the tour that are looked at. */
  scenes: readonly Scene[];
};

/** For an application in light colours, 1280 by 800. The theme that a scene ends in is the next one's first: changing it takes the page long. */
export async function inspector<Scene extends string>({ page }: Running, { clip, alsoSmall = () => [], scenes }: Inspection<Scene>) {
  const wrong: Record<string, string[]> = {};
  const seen: Scene[] = [];
  let theme: 'light' | 'dark' = 'light';
  const devtools = await page.context().newCDPSession(page);
  const note = (scene: string, found: string[]) => {
    if (found.length > 0) wrong[scene] = found;
  };
  const onDisplay = (display: typeof wide) => devtools.send('Emulation.setDeviceMetricsOverride', { ...display, mobile: false });

  async function wrongWhenSmall(): Promise<string[]> {
    const found = async () => [
      ...(await controlsCutOff(page, clip)),
      ...(await buttonsSqueezed(page)),
      ...(await page.evaluate(alsoSmall)),
    ];
    // Lists lay their rows out again in their own time.
    await expect
      .poll(found)
      .toEqual([])
      .catch(() => undefined);
    return found();
  }

  /** A person at the keyboard is nowhere when the focused element is gone. Its successor may take the focus a moment later. */
  async function lostFocus(): Promise<string[]> {
    const isLost = () => page.evaluate(() => document.activeElement === null || document.activeElement === document.body);
    await expect
      .poll(isLost, { timeout: focusReturnMs })
      .toBe(false)
      .catch(() => undefined);
    return (await isLost()) ? ['nothing has the focus'] : [];
  }

  async function visit(scene: Scene): Promise<void> {
    if (!scenes.includes(scene)) return;
    seen.push(scene);
    if (seen.length > 1) note(`${scene}, focus`, await lostFocus());
    note(`${scene}, ${theme}`, await brokenRules(page, { passed: announced }));
    note(`${scene}, names`, await namesRepeated(page));
    // Each change of theme or display makes the page lay out and draw everything again, so both change at once.
    theme = theme === 'light' ? 'dark' : 'light';
    await Promise.all([page.emulateMedia({ colorScheme: theme }), onDisplay(small)]);
    expect(await page.evaluate(() => devicePixelRatio)).toBe(small.deviceScaleFactor);
    note(`${scene}, small`, await wrongWhenSmall());
    await onDisplay(wide);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    note(`${scene}, ${theme}`, await brokenColours(page, { passed: announced }));
  }
  return { wrong, seen, visit };
}

/** What is wrong in the present state alone, of an application as above. It ends in dark colours. */
export async function wrongNow(station: Running, clip: Inspection<string>['clip']): Promise<Record<string, string[]>> {
  const { wrong, visit } = await inspector(station, { scenes: ['now'], clip });
  await visit('now');
  return wrong;
}
