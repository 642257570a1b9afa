/** What a test does in place of the operating system and of a person: events, clicks on notifications, and a look at what was asked of it. */
import type { EventEmitter } from 'node:events';
import { emitApp } from './app.ts';
import { reportToParent, type ToHost } from './control.ts';
import { dumpPage } from './crash-reporter.ts';
import { clickMenuItem, popupClicks, popups } from './menu.ts';
import { clickNotification } from './notification.ts';
import { nativeTheme, powerMonitor, staysAwake } from './system-events.ts';
import { theWindow } from './window.ts';

export function answerSystemRequest(message: ToHost): void {
  if (message.type === 'emit') void emit(message).then((prevented) => reportToParent({ type: 'emitted', prevented }));
  if (message.type === 'click-notification') reportToParent({ type: 'notification-clicked', wasThere: clickNotification() });
  if (message.type === 'click-menu') reportToParent({ type: 'menu-clicked', wasThere: clickMenuItem(message.label) });
  if (message.type === 'answer-popup') popupClicks.push(message.label);
  if (message.type === 'state') {
    const state = {
      staysAwake: staysAwake(),
      theme: nativeTheme.themeSource,
      popups: [...popups],
      reloads: theWindow()?.webContents.reloads ?? 0,
    };
    reportToParent({ type: 'state', state });
  }
}

/** Emits an event; returns whether the application prevented what follows it. */
async function emit({ source, event, detail = {} }: Extract<ToHost, { type: 'emit' }>): Promise<boolean> {
  const window = theWindow();
  if (event === 'render-process-gone') dumpPage((await window?.webContents.host?.text().catch(() => '')) ?? '');
  // WM_ENDSESSION says whether the session ends; Electron emits an event when it does.
  if (event === 'session-end' || event === 'session-stays') window?.receiveMessage(0x16, event === 'session-end' ? 1n : 0n);
  if (event === 'session-stays') return false;
  const sources: Record<Exclude<typeof source, 'app'>, EventEmitter | undefined> = {
    window: window ?? undefined,
    contents: window?.webContents,
    power: powerMonitor,
  };
  let prevented = false;
  const preventable = {
    preventDefault() {
      prevented = true;
    },
  };
  // The events of the contents have their details in a second argument.
  if (source === 'app') emitApp(event, preventable, detail);
  else sources[source]?.emit(event, preventable, detail);
  return prevented;
}
