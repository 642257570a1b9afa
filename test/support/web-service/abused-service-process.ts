/**
 * The client's own web service with a whole station behind it, as a separate process with measurable memory:
 * `abused-service.ts` starts it, with its configuration as JSON in the argument.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { createStation } from '../doors/app.ts';
import { type ServiceEventKind, type ServiceSettings, serviceSettingsSchema } from '../doors/domain.ts';
import { openStationDatabase } from '../doors/storage.ts';
import { type Limits, openAccess, startWebServer } from '../doors/web-service.ts';
import { peakMemory } from '../runner/peak-memory.ts';

export type AbusedStart = {
  dataDir: string;
  accessDir: string;
  folder: string;
  user: { username: string; password: string };
  settings: Partial<ServiceSettings>;
  limits: Partial<Limits>;
  /** Sizes in bytes of the documents to publish, by their identification. */
  published: Record<string, number>;
};
/** Memory in bytes after garbage collection. `peak`: the maximum of the process since its start. */
export type AbusedMemory = { used: number; peak: number };
export type AbusedState = {
  counts: Partial<Record<ServiceEventKind, number>>;
  inbox: { total: number; quarantined: number };
  /** Fetches of each published document, by identification. */
  fetches: Record<string, { complete: boolean }[]>;
};

const start: AbusedStart = JSON.parse(process.argv[2] ?? '');
const counts: AbusedState['counts'] = {};
const settings = serviceSettingsSchema.parse({ port: 0, ...start.settings });

const station = await createStation({ dataDir: start.dataDir, vaultKey: Buffer.alloc(32, 7), sending: 'manual' });
for (const [identification, size] of Object.entries(start.published)) {
  const document = await PDFDocument.create();
  document.addPage();
  // Uncompressed: compressing would take longer than the rest of the start.
  document.context.register(document.context.stream(randomBytes(size)));
  const path = join(start.folder, `${identification}.pdf`);
  await writeFile(path, await document.save());
  const staged = (await station.publishing.stage([path])).map(({ id }) => id);
  await station.publishing.publish({ staged, keys: [{ kind: 'identification', value: identification }], once: false, visitId: null });
}
// Of the station's own parts only the users: the limits are for tests alone, and the station takes none.
const access = openAccess({
  database: openStationDatabase(start.accessDir, Buffer.alloc(32, 7)),
  now: () => new Date(),
  minutes: () => settings.tokenMinutes,
});
await access.provide(start.user.username, start.user.password);
const web = await startWebServer(
  {
    settings,
    passphrase: null,
    access,
    publishing: station.publishing,
    intake: station.inbox,
    ready: () => true,
    emit({ kind }) {
      counts[kind] = (counts[kind] ?? 0) + 1;
    },
    version: '0.0.0',
  },
  start.limits,
);

async function memory(): Promise<AbusedMemory> {
  for (let n = 0; n < 5; n++) {
    global.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const { heapUsed, external } = process.memoryUsage();
  return { used: heapUsed + external, peak: peakMemory() };
}

function state(): AbusedState {
  const { items } = station.publishing.page({ text: '', show: 'all' }, 0, 100);
  return {
    counts,
    inbox: station.inbox.state(),
    fetches: Object.fromEntries(items.map(({ keys, fetches }) => [keys[0]?.value, fetches])),
  };
}

process.on('message', (what) => {
  if (what === 'state') process.send?.(state());
  if (what === 'memory') void memory().then((said) => process.send?.(said));
  if (what === 'empty-quarantine') void station.inbox.expire(new Date(Date.now() + 1)).then(() => process.send?.(state()));
  if (what === 'end')
    void web
      .close()
      .then(() => station.close())
      .then(() => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
process.send?.(web.urls[0]);
