/** Whether the application is ready. What Electron refuses before that throws here too. */
const ready = Promise.withResolvers<void>();
let isReady = false;

export const whenReady = (): Promise<void> => ready.promise;
export const readyNow = (): boolean => isReady;

export function becomeReady(): void {
  isReady = true;
  ready.resolve();
}

/** Outside of `run.ts` (unit tests of a module) there is no application, and everything is allowed. */
let isHosting = false;
export const startHosting = (): void => {
  isHosting = true;
};

/** @throws Error before the application is ready */
export function requireReady(what: string): void {
  if (isHosting && !isReady) throw new Error(`${what} cannot be used before the app is ready`);
}

/** @throws Error once the application is ready */
export function requireNotReady(what: string): void {
  if (isHosting && isReady) throw new Error(`${what} has to be called before the app is ready`);
}
