/** The place of the window is stored for each arrangement of displays, and used while its title bar can be reached. */
import { EventEmitter } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, Display } from 'electron';
import { screen, BrowserWindow as Window } from 'electron';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openWindow, readWindowPlace, storeWindowPlace } from '../support/doors/desktop.ts';
import { noLog } from '../support/doors/log.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const display = (id: number, x = 0, scaleFactor = 1): Display => {
  const area = { x, y: 0, width: 1920, height: 1080 };
  return { id, bounds: area, workArea: area, scaleFactor } as Display;
};
const withDisplays = (...displays: Display[]) => vi.spyOn(screen, 'getAllDisplays').mockReturnValue(displays);

class FakeWindow extends EventEmitter {
  place = { x: 2000, y: 40, width: 1200, height: 700 };
  isMaximized = () => false;
  isDestroyed = () => false;
  getNormalBounds = () => this.place;
}

async function placeFile(): Promise<string> {
  return join(await tempDir(), 'new', 'window.json');
}

test('a moved window opens where it was, per arrangement of displays', async () => {
  const file = await placeFile();
  withDisplays(display(1), display(2, 1920));
  expect(readWindowPlace(file)).toBeNull();
  const window = new FakeWindow();
  storeWindowPlace(window as unknown as BrowserWindow, file);
  onTestFinished(() => void window.removeAllListeners());
  window.emit('move');
  await expect.poll(() => readWindowPlace(file), longWait).toEqual({ ...window.place, isMaximized: false });

  withDisplays(display(1));
  expect(readWindowPlace(file)).toBeNull();
  window.place = { x: 10, y: 20, width: 1000, height: 600 };
  window.emit('resize');
  await expect.poll(() => readWindowPlace(file)?.x, longWait).toBe(10);
  withDisplays(display(2, 1920), display(1));
  expect(readWindowPlace(file)?.x).toBe(2000);
});

test('a window on a second display of another scale opens in its earlier size', async () => {
  const file = await placeFile();
  withDisplays(display(1, 0, 1), display(2, 1920, 1.5));
  const moved = new FakeWindow();
  storeWindowPlace(moved as unknown as BrowserWindow, file);
  onTestFinished(() => void moved.removeAllListeners());
  moved.emit('move');
  await expect.poll(() => readWindowPlace(file), longWait).not.toBeNull();
  vi.spyOn(Window.prototype, 'loadURL').mockResolvedValue();
  const window = openWindow({}, { placeFile: file, language: () => 'en', log: noLog });
  expect(window.getNormalBounds()).toEqual(moved.place);
});

test('a window that was maximized is so again, and has the keyboard, which maximizing alone does not give it', async () => {
  const file = await placeFile();
  withDisplays(display(1));
  const before = Object.assign(new FakeWindow(), { isMaximized: () => true, place: { x: 0, y: 0, width: 1200, height: 700 } });
  storeWindowPlace(before as unknown as BrowserWindow, file);
  onTestFinished(() => void before.removeAllListeners());
  before.emit('maximize');
  await expect.poll(() => readWindowPlace(file), longWait).not.toBeNull();
  vi.spyOn(Window.prototype, 'loadURL').mockResolvedValue();
  const [maximize, show] = [vi.spyOn(Window.prototype, 'maximize'), vi.spyOn(Window.prototype, 'show')];
  openWindow({}, { placeFile: file, language: () => 'en', log: noLog }).emit('ready-to-show');
  expect(maximize).toHaveBeenCalledOnce();
  expect(show).toHaveBeenCalledAfter(maximize);
});

test('the places of the fifty arrangements that were used last stay', async () => {
  const file = await placeFile();
  const window = new FakeWindow();
  window.place = { x: 0, y: 0, width: 1200, height: 700 };
  storeWindowPlace(window as unknown as BrowserWindow, file);
  onTestFinished(() => void window.removeAllListeners());
  const moveOn = async (id: number) => {
    withDisplays(display(id));
    window.place = { ...window.place, x: window.place.x + 1 };
    window.emit('move');
    await expect.poll(() => readWindowPlace(file)?.x, longWait).toBe(window.place.x);
  };
  await moveOn(0);
  const first = JSON.parse(await readFile(file, 'utf8'));
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at + 1} 0,0 1920x1080`, Object.values(first)[0]]));
  await writeFile(file, JSON.stringify({ ...first, ...many }));
  await moveOn(0);
  expect(Object.keys(JSON.parse(await readFile(file, 'utf8')))).toHaveLength(50);
  withDisplays(display(60));
  expect(readWindowPlace(file)).not.toBeNull();
  withDisplays(display(11));
  expect(readWindowPlace(file)).toBeNull();
});

test.each([
  ['left of every display', { x: -1150 }],
  ['above every display', { y: -30 }],
  ['below every display', { y: 1060 }],
])('a place %s is not used', async (_, change) => {
  const file = await placeFile();
  withDisplays(display(1));
  const window = new FakeWindow();
  window.place = { x: 0, y: 0, width: 1200, height: 700 };
  storeWindowPlace(window as unknown as BrowserWindow, file);
  window.emit('move');
  await expect.poll(() => readWindowPlace(file), longWait).not.toBeNull();
  const stored = JSON.parse(await readFile(file, 'utf8'));
  const [[arrangement, place] = ['', {}]] = Object.entries(stored);
  await writeFile(file, JSON.stringify({ [arrangement]: { ...(place as object), ...change } }));
  expect(readWindowPlace(file)).toBeNull();
});

test('a damaged file is as none', async () => {
  const file = join(await tempDir(), 'window.json');
  withDisplays(display(1));
  const stored = (change: object) =>
    JSON.stringify({ '1 0,0 1920x1080': { x: 0, y: 0, width: 1200, height: 700, isMaximized: false, ...change } });
  await writeFile(file, stored({}));
  expect(readWindowPlace(file)).not.toBeNull();
  const wrong = [{ x: 'a' }, { y: 0.5 }, { width: 0 }, { height: 0 }, { isMaximized: null }].map(stored);
  for (const text of ['', '[]', ...wrong]) {
    await writeFile(file, text);
    expect(readWindowPlace(file), text).toBeNull();
  }
});
