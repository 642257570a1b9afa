/** Replaces `main/platform/runtime/worker-url.ts` in tests: worker threads start from their bundle, as in the packaged application. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programsFolder } from './programs.ts';

export const workerUrl = (source: string): URL => pathToFileURL(join(programsFolder, `${source.replaceAll('/', '-')}.js`));
