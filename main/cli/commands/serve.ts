/** `serve`: what it takes. `serve/run-service.ts` runs the client's own web service. */
import { defineCommand } from '../support/command.ts';
import { readPort } from '../support/read-values.ts';

export const serve = defineCommand(
  {
    name: 'serve',
    forms: { main: {} },
    options: { host: { value: 'host' }, port: { value: 'port' }, publish: { value: 'folder' }, 'settings-file': { value: 'file' } },
  },
  async ({ values }, io, words) => {
    const { host, publish } = values;
    const port = readPort(values.port);
    const settings = {
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(publish !== undefined && { watchedFolder: publish }),
    };
    const { runService } = await import('./serve/run-service.ts');
    return runService({ dataDir: values['data-dir'], settingsFile: values['settings-file'], settings }, io, words);
  },
);
