/** The end of the window: asked by a person, by the system, or by a page that ends; and what a person hears while it is behind others. */
import { EventEmitter } from 'node:events';
import { app, type BrowserWindow, dialog, Notification, powerMonitor } from 'electron';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { endWithSystem, guardClosing, handlePageFaults, notifyOfArrivals } from '../support/doors/desktop.ts';
import { noLog } from '../support/doors/log.ts';

const language = () => 'en' as const;

function openWindow() {
  let isDestroyed = false;
  const contents = Object.assign(new EventEmitter(), { reload: vi.fn(), forcefullyCrashRenderer: vi.fn() });
  const messages = new Map<number, (wParam: Buffer) => void>();
  const window = Object.assign(new EventEmitter(), {
    webContents: contents,
    focused: false,
    isDestroyed: () => isDestroyed,
    isFocused: () => window.focused,
    isMinimized: () => false,
    show: vi.fn(),
    focus: vi.fn(),
    destroy() {
      isDestroyed = true;
    },
    hookWindowMessage: (message: number, hear: (wParam: Buffer) => void) => void messages.set(message, hear),
  });
  /** Emits an event that can be prevented; returns whether it was. */
  const ask = (name: string): boolean => {
    let isPrevented = false;
    window.emit(name, { preventDefault: () => (isPrevented = true) });
    return isPrevented;
  };
  return { window: window as unknown as BrowserWindow & typeof window, contents, messages, ask };
}

/** Answers of the open questions, in their order. */
let questions: { answer: (response: number) => void; signal: AbortSignal | undefined }[];
beforeEach(() => {
  questions = [];
  vi.spyOn(dialog, 'showMessageBox').mockImplementation(((...args: { signal?: AbortSignal }[]) => {
    const { promise, resolve } = Promise.withResolvers<{ response: number }>();
    questions.push({ answer: (response) => resolve({ response }), signal: args.at(-1)?.signal });
    return promise;
  }) as never);
});

/** Until all promises that are due have settled. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a person who closes the window', () => {
  const work = { waiting: 1 };
  const guarded = (finish: () => Promise<void> = async () => undefined) => {
    const there = openWindow();
    const left = { sending: 0, doubtful: 0, undelivered: 0, ...work };
    const station = {
      open: () => left,
      queue: { state: () => ({ memoryOnly: null }) },
      screening: { state: () => ({ memoryOnly: null, waiting: 0 }) },
      finish: vi.fn(finish),
    };
    const { close } = guardClosing(there.window, station as never, { language, hasInput: () => false });
    return { ...there, station, left, close };
  };

  test('is asked once at a time, and stays or leaves as answered', async () => {
    const { ask, window, station } = guarded();
    expect([ask('close'), ask('close')]).toEqual([true, true]);
    expect(questions).toHaveLength(1);
    questions[0]?.answer(0);
    await settled();
    expect([window.isDestroyed(), station.finish.mock.calls.length]).toEqual([false, 0]);
    expect(ask('close')).toBe(true);
    questions[1]?.answer(1);
    await settled();
    expect([window.isDestroyed(), questions.length]).toEqual([true, 2]);
  });

  test('is not asked when nothing is left', () => {
    const { ask, left } = guarded();
    left.waiting = 0;
    expect([ask('close'), questions.length]).toEqual([false, 0]);
  });

  test('waits for the answers of the documents being sent, and cannot close before them', async () => {
    const answers = Promise.withResolvers<void>();
    const { ask, window, left } = guarded(() => answers.promise);
    ask('close');
    questions[0]?.answer(1);
    await settled();
    expect([ask('close'), questions.length, window.isDestroyed()]).toEqual([true, 1, false]);
    left.waiting = 0;
    expect([ask('close'), window.isDestroyed()]).toEqual([true, false]);
    answers.resolve();
    await settled();
    expect(window.isDestroyed()).toBe(true);
  });

  test('is not asked while the system ends the window', async () => {
    const answers = Promise.withResolvers<void>();
    const { ask, close, window } = guarded(() => answers.promise);
    close();
    expect([ask('close'), questions.length, window.isDestroyed()]).toEqual([true, 0, false]);
    answers.resolve();
    await settled();
    expect(window.isDestroyed()).toBe(true);
  });

  test('leaves also when the documents being sent have a fault', async () => {
    const { ask, window } = guarded(() => Promise.reject(new Error('disk')));
    ask('close');
    questions[0]?.answer(1);
    await settled();
    expect(window.isDestroyed()).toBe(true);
  });
});

describe('the system', () => {
  const heard: (() => void)[] = [];
  const ended = () => {
    const there = openWindow();
    const left = { sending: 0, waiting: 0, doubtful: 0, undelivered: 0 };
    const done: string[] = [];
    const station = {
      open: () => left,
      postpone: (ms: number) => void done.push(`postpone ${ms}`),
      breakOff: () => void done.push('break off'),
      wake: () => void done.push('wake'),
    };
    const power = powerMonitor as unknown as EventEmitter;
    const heardOf = [
      ...['SIGTERM', 'SIGINT', 'SIGHUP'].map((name) => ({ emitter: process as EventEmitter, name })),
      ...['shutdown', 'suspend', 'resume'].map((name) => ({ emitter: power, name })),
    ].map((of) => ({ ...of, before: new Set(of.emitter.rawListeners(of.name)) }));
    endWithSystem({ window: there.window, station: station as never, close: () => void done.push('close'), log: noLog });
    const added = ({ emitter, name, before }: (typeof heardOf)[number]) =>
      emitter.rawListeners(name).filter((one) => !before.has(one)) as ((...values: unknown[]) => void)[];
    heard.push(() => {
      for (const of of heardOf) for (const one of added(of)) of.emitter.off(of.name, one);
    });
    const emit = (wanted: string, ...values: unknown[]) => {
      for (const of of heardOf) if (of.name === wanted) for (const one of added(of)) one(...values);
    };
    const signal = (name: 'SIGTERM' | 'SIGHUP') => emit(name);
    const system = (name: string): boolean => {
      let isPrevented = false;
      emit(name, { preventDefault: () => (isPrevented = true) });
      return isPrevented;
    };
    return { ...there, left, done, signal, system };
  };
  afterEach(() => {
    for (const end of heard.splice(0)) end();
  });

  test('a signal waits for the answers, a second one does not', () => {
    const { done, signal } = ended();
    signal('SIGTERM');
    expect(done).toEqual(['close']);
    signal('SIGHUP');
    expect(done).toEqual(['close', 'break off', 'close']);
  });

  test('a shutdown is delayed until the window has closed', () => {
    const { done, system, window } = ended();
    expect([system('shutdown'), done]).toEqual([true, ['close']]);
    window.destroy();
    expect([system('shutdown'), done]).toEqual([true, ['close']]);
  });

  test('Windows waits while documents are being sent; else no call begins until it says whether the session ends', () => {
    const { ask, done, left, messages } = ended();
    expect([ask('query-session-end'), done]).toEqual([false, ['postpone 120000']]);
    const say = messages.get(0x16);
    say?.(Buffer.from([1, 0, 0, 0]));
    expect(done).toHaveLength(1);
    say?.(Buffer.alloc(8));
    expect(done.splice(0)).toEqual(['postpone 120000', 'wake']);
    left.sending = 1;
    expect([ask('query-session-end'), done]).toEqual([true, ['close']]);
  });

  test('a session that ends now leaves what is being sent in doubt', () => {
    const { ask, done } = ended();
    ask('session-end');
    expect(done).toEqual(['break off', 'close']);
  });

  test('a machine that slept tries again at once, unless the window is gone', () => {
    const { done, system, window } = ended();
    system('resume');
    expect(done.splice(0)).toEqual(['wake']);
    window.destroy();
    system('resume');
    expect(done).toEqual([]);
  });
});

describe('a page', () => {
  const followed = () => {
    const there = openWindow();
    handlePageFaults(there.window, language, noLog);
    const end = (reason: string) => there.contents.emit('render-process-gone', {}, { reason, exitCode: 1 });
    return { ...there, end };
  };

  test('that ends is loaded again three times a minute; then a person decides, and it may end three times again', async () => {
    const { contents, end } = followed();
    const quit = vi.spyOn(app, 'quit').mockReturnValue();
    end('clean-exit');
    expect(contents.reload).not.toHaveBeenCalled();
    for (let n = 0; n < 4; n += 1) end('crashed');
    expect([contents.reload.mock.calls.length, questions.length]).toEqual([3, 1]);
    questions[0]?.answer(0);
    await settled();
    for (let n = 0; n < 3; n += 1) end('oom');
    expect([contents.reload.mock.calls.length, questions.length]).toEqual([7, 1]);
    end('oom');
    questions[1]?.answer(1);
    await settled();
    expect([quit.mock.calls.length, contents.reload.mock.calls.length]).toEqual([1, 7]);
  });

  test('that hangs is ended only when a person says so before it responds', async () => {
    const { window, contents } = followed();
    window.emit('unresponsive');
    window.emit('unresponsive');
    expect(questions).toHaveLength(1);
    window.emit('responsive');
    expect(questions[0]?.signal?.aborted).toBe(true);
    questions[0]?.answer(1);
    await settled();
    expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled();
    for (const response of [0, 1]) {
      window.emit('unresponsive');
      questions.at(-1)?.answer(response);
      await settled();
    }
    expect([questions.length, contents.forcefullyCrashRenderer.mock.calls.length]).toEqual([3, 1]);
  });
});

describe('a notification', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('counts the records of a moment, comes while the window is behind others, and opens the inbox', () => {
    const { window } = openWindow();
    const shown: Notification[] = [];
    const show = vi.spyOn(Notification.prototype, 'show').mockImplementation(function (this: Notification) {
      shown.push(this);
    });
    const inbox = { events: new EventEmitter() };
    const open = vi.fn();
    const end = notifyOfArrivals({ inbox: inbox as never, window: () => window, language, open });
    const arrive = (...kinds: string[]): string[] => {
      const before = shown.length;
      for (const kind of kinds) inbox.events.emit('arrived', { kind });
      vi.advanceTimersByTime(1_500);
      return shown.slice(before).map((one) => (one as unknown as { options: { body: string } }).options.body);
    };
    const [one = ''] = arrive('record');
    const [two = ''] = arrive('record', 'quarantined', 'record');
    const [quarantined = ''] = arrive('quarantined');
    expect(two).toContain('2');
    expect(new Set([one, two, quarantined, '']).size).toBe(4);
    expect(arrive('record')).toEqual([one]);
    shown[0]?.emit('click');
    expect(open).toHaveBeenCalledOnce();
    window.focused = true;
    expect(arrive('record', 'record')).toEqual([]);
    window.focused = false;
    expect(arrive('record')).toEqual([one]);
    end();
    expect(arrive('record')).toEqual([]);
    expect(show).toHaveBeenCalledTimes(5);
  });
});
