/**
 * Signals as Electron treats them: when it becomes ready it sets handlers of its own, which quit the application. Listeners that were
 * there before are not called by the system any more; those that are added later replace Electron's.
 */
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
type Signal = (typeof signals)[number];

export function takeOverSignals(quit: () => void): void {
  const early = new Map(signals.map((signal) => [signal, new Set(process.listeners(signal))]));
  const emit = process.emit.bind(process) as (...args: unknown[]) => boolean;
  const fromSystem = (name: unknown, rest: unknown[]): name is Signal =>
    signals.includes(name as Signal) && rest[0] === name && typeof rest[1] === 'number';
  // Node calls the `emit` that the process had when the first listener of a signal came: the earlier ones come again, after ours.
  for (const signal of signals) process.removeAllListeners(signal);
  process.emit = ((name: unknown, ...rest: unknown[]) => {
    // A signal that the application emits itself goes to its own listeners alone.
    if (signals.includes(name as Signal) && rest.length === 0) {
      const own = process.listeners(name as Signal).filter((listener) => listener !== ours);
      for (const listener of own) (listener as (...given: unknown[]) => void)();
      return own.length > 0;
    }
    if (!fromSystem(name, rest)) return emit(name, ...rest);
    const late = process.listeners(name).filter((listener) => listener !== ours && !early.get(name)?.has(listener));
    if (late.length === 0) quit();
    for (const listener of late) (listener as (...given: unknown[]) => void)(name, ...rest.slice(1));
    return true;
  }) as typeof process.emit;
  for (const [signal, listeners] of early) for (const listener of [ours, ...listeners]) process.on(signal, listener as () => void);
}

/** Only marks the signal as handled. */
function ours(): void {}
