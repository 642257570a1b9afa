/** `serve`: what it takes. `serve/run-service.ts` runs the client's own web service, `serve/run-hub.ts` the hub. */
import { defineCommand } from '../support/command.ts';
import { isHub, readPort } from '../support/read-values.ts';

export const serve = defineCommand(
  {
    name: 'serve',
    forms: { main: {} },
    options: { host: { value: 'host' }, port: { value: 'port' }, publish: { value: 'folder' }, 'settings-file': { value: 'file' } },
  },
  async ({ values }, io) => {
    const { host, publish } = values;
    const port = readPort(values.port);
    const settings = {
      ...(host !== undefined && { host }),
      ...(port !== undefined && { port }),
      ...(publish !== undefined && { watchedFolder: publish }),
    };
    const options = { dataDir: values['data-dir'], settingsFile: values['settings-file'], settings };
    if (isHub(io.env)) return (await import('./serve/run-hub.ts')).runHub(options, io);
    return (await import('./serve/run-service.ts')).runService(options, io);
  },
);
