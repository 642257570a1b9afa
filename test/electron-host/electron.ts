/** The module that `import … from 'electron'` gets on the host. */
export { app } from './app.ts';
export { crashReporter } from './crash-reporter.ts';
export { dialog } from './dialog.ts';
export { ipcMain } from './ipc.ts';
export { Menu } from './menu.ts';
export { net } from './net.ts';
export { Notification } from './notification.ts';
export { protocol, session } from './session.ts';
export { shell } from './shell.ts';
export { nativeTheme, powerMonitor, powerSaveBlocker, screen } from './system-events.ts';
export { BrowserWindow } from './window.ts';
