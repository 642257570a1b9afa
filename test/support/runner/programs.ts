/** Programs that tests start as processes or threads. `build-programs.ts` bundles them once before a run. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/** Folder of their bundles, and the sources that a run builds them from. */
export const programsFolder = join(root, 'dist-test');

/** An alias, for the programs and for the tests: each password that is hashed at its real cost takes a quarter of a second and 32 MiB. */
export const lightPasswords = { find: /^\.\/password-cost\.ts$/, replacement: join(root, 'test/support/runner/light-password-cost.ts') };

/** Name of each bundle and its source. Worker names are those that `main/platform/runtime/worker-url.ts` uses. */
export const programs = {
  station: 'main/cli/index.ts',
  'practice-worker': 'practice/worker.ts',
  'main-features-documents-pdf-worker': 'main/features/documents/pdf-worker.ts',
  'main-platform-storage-write-worker': 'main/platform/storage/write-worker.ts',
  'main-platform-storage-write-back-worker': 'main/platform/storage/write-back-worker.ts',
  'main-platform-storage-check-worker': 'main/platform/storage/check-worker.ts',
  'main-features-screening-bulk-table-xlsx-xlsx-worker': 'main/features/screening/bulk/table/xlsx/xlsx-worker.ts',
  'signing-kill-child': 'test/signing/kill/child.ts',
  'outbox-kill-child': 'test/signing/kill/outbox-child.ts',
  'visits-kill-child': 'test/visits/kill/child.ts',
  'hub-station-child': 'test/hub/kill/child.ts',
  'renewal-child': 'test/signing/outside/renewal-child.ts',
  'hold-data-folder': 'test/support/storage/hold-data-folder.ts',
  'commit-and-write-back': 'test/support/storage/commit-and-write-back.ts',
  'commit-once': 'test/support/storage/commit-once.ts',
  'read-large-file': 'test/support/storage/read-large-file.ts',
  'abused-service-process': 'test/support/web-service/abused-service-process.ts',
  'big-evidence': 'test/support/visits/big-evidence.ts',
  'signing-station': 'test/bench/lib/signing-station.ts',
  'push-server': 'test/bench/lib/push-server.ts',
} as const;

/** Path of a bundle, to be started with the project's Node. */
export function program(name: keyof typeof programs): string {
  const path = join(programsFolder, `${name}.js`);
  if (!existsSync(path)) throw new Error(`${path} is missing: run the tests through vitest.config.ts, which builds it`);
  return path;
}

/** Environment for children: they share V8's compiled code, which takes most of a start. */
export const compileCache = { NODE_COMPILE_CACHE: join(programsFolder, 'compile-cache') };
