/** Where the window was, for each arrangement of displays: a laptop has one place at the desk and one away from it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BrowserWindow, type Display, type Rectangle, screen } from 'electron';

export type WindowPlace = Rectangle & { isMaximized: boolean };

/** Milliseconds after the last move until the place is written. */
const writeDelayMs = 500;
/** Maximum number of arrangements of displays with a stored place: a remote desktop has other displays in each session. */
const maxArrangements = 50;
/** Pixels of the title bar that have to be on a display, so that a person can reach it. */
const reachable = 100;

const arrangementOf = (displays: readonly Display[]): string =>
  displays
    .map(({ id, bounds: { x, y, width, height } }) => `${id} ${x},${y} ${width}x${height}`)
    .sort()
    .join('; ');

/** Returns the stored place for the present displays; null for none, or when its title bar is on no display. */
export function readWindowPlace(file: string): WindowPlace | null {
  const displays = screen.getAllDisplays();
  const place = readPlaces(file)[arrangementOf(displays)];
  return place && displays.some(({ workArea }) => isReachable(place, workArea)) ? place : null;
}

function isReachable({ x, y, width }: Rectangle, area: Rectangle): boolean {
  const common = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return common >= reachable && y >= area.y && y < area.y + area.height - reachable / 2;
}

/** Writes the place of the window whenever it has changed. A place that cannot be written is not worth a message. */
export function storeWindowPlace(window: BrowserWindow, file: string): void {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    if (window.isDestroyed()) return;
    const place = { ...window.getNormalBounds(), isMaximized: window.isMaximized() };
    try {
      mkdirSync(dirname(file), { recursive: true });
      const arrangement = arrangementOf(screen.getAllDisplays());
      const { [arrangement]: _, ...others } = readPlaces(file);
      // The one that was used last comes last.
      const places = [...Object.entries(others), [arrangement, place] as const].slice(-maxArrangements);
      writeFileSync(file, JSON.stringify(Object.fromEntries(places)));
    } catch {
      // The window opens at its usual place.
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(write, writeDelayMs).unref();
  };
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const) window.on(event as 'resize', soon);
}

function readPlaces(file: string): Record<string, WindowPlace> {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Stored>;
    return Object.fromEntries(Object.entries(stored).flatMap(([key, place]) => (isPlace(place) ? [[key, place]] : [])));
  } catch {
    return {};
  }
}

type Stored = Partial<Record<keyof WindowPlace, unknown>>;

/** Checks without a schema, for which zod would be loaded before the window opens. @throws TypeError for null */
function isPlace(place: Stored): place is WindowPlace {
  const { x, y, width, height, isMaximized } = place;
  return [x, y, width, height].every(Number.isSafeInteger) && Number(width) >= 1 && Number(height) >= 1 && typeof isMaximized === 'boolean';
}
