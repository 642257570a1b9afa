/** `electron.Notification` on the host: under a test it is sent to the parent process, else a line on the error output. */
import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';
import { reportToParent, scripted } from './control.ts';

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
    const { title = '', body = '' } = this.options;
    if (scripted) reportToParent({ type: 'notified', text: `${title}: ${body}` });
    else process.stderr.write(`${title}: ${body}\n`);
  }
}
