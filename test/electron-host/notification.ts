/** `electron.Notification` on the host: under a test it is sent to the parent process, else a line on the error output. */
import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { NotificationConstructorOptions } from 'electron';
import { reportToParent, scripted } from './control.ts';

/** The host holds no notification either: one that the application does not refer to loses its click. */
const shown: WeakRef<Notification>[] = [];

/** Clicks the notification that was shown last. Returns false when it was collected. */
export function clickNotification(): boolean {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const last = shown.at(-1)?.deref();
  last?.emit('click');
  return last !== undefined;
}

export class Notification extends EventEmitter {
  private readonly options: NotificationConstructorOptions;

  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    shown.push(new WeakRef(this));
    const { title = '', body = '' } = this.options;
    if (scripted) reportToParent({ type: 'notified', text: `${title}: ${body}` });
    else process.stderr.write(`${title}: ${body}\n`);
  }
}
