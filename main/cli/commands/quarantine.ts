/** `quarantine`: quarantined bodies of the client's own web service, on a server without a window, or of the hub. */

import { resolve } from 'node:path';
import { localMoment } from '../../../shared/domain/local-format.ts';
import type { Inbox, Quarantined } from '../../features/web-service/web-service.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { type Call, defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { type Printed, print } from '../support/io.ts';
import { isHub } from '../support/read-values.ts';
import { titledTable } from '../support/table.ts';
import { WrongUse } from '../support/wrong-use.ts';

const one = { takes: 'id', one: 'quarantine-one-id' } as const;
const declaration = {
  name: 'quarantine',
  subcommands: true,
  forms: { list: {}, save: one, remove: one },
  options: { out: { value: 'file', forms: ['save'], required: true } },
} as const;

/** A station's, or the hub's. */
type QuarantineOf = { list(): Promise<Quarantined[]> } & Pick<Inbox, 'read' | 'remove'>;

/** Needs neither profile nor secret, but the key of the data folder, or of the hub while that runs or not. */
export const quarantine = defineCommand(declaration, async (call, io) => {
  const { 'data-dir': dataDir, json } = call.values;
  if (call.form === 'save' && call.values.out === undefined) throw new WrongUse('quarantine-out-missing');
  if (isHub(io.env)) {
    const { withHub } = await import('../support/with-hub.ts');
    const { openHubQuarantine } = await import('../../../hub/quarantine.ts');
    return withHub(call.values, io, (hub) => run(call, openHubQuarantine(hub), io.cwd, io.words));
  }
  const { withStoredData } = await import('../support/open-station.ts');
  return withStoredData({ dataDir, noKey: 'quarantine-no-key', lists: true }, io, async ({ station }) => {
    await print(await run(call, ofInbox(station.inbox), io.cwd, io.words), json, io);
    return exitCodes.allDone;
  });
});

async function run(
  { form, argument, values }: Call<typeof declaration>,
  quarantined: QuarantineOf,
  cwd: string,
  words: Words,
): Promise<Printed> {
  const all = await quarantined.list();
  if (form === 'list') return listed(all, words);
  const found = all.find(({ id }) => id === argument);
  if (!found) throw new WrongUse('quarantine-unknown');
  const { id, sha256, hasContents } = found;
  if (form === 'save') {
    if (!hasContents) throw new WrongUse('quarantine-no-contents');
    const { writeOutFile } = await import('../support/out-paths.ts');
    const { name } = await writeOutFile(resolve(cwd, values.out ?? ''), quarantined.read(id));
    return { json: { id, name, sha256 }, note: words.say('quarantine.saved', { name }) };
  }
  await quarantined.remove(id);
  return { json: { id, removed: true }, note: words.say('quarantine.removed') };
}

const ofInbox = (inbox: Inbox): QuarantineOf => ({
  list: async () =>
    inbox.page({ text: '', show: 'quarantined' }, 0, Number.MAX_SAFE_INTEGER).items.filter(({ kind }) => kind === 'quarantined'),
  read: inbox.read,
  remove: inbox.remove,
});

function listed(items: readonly Quarantined[], words: Words): Printed {
  const rows = items.map(({ id, receivedAt, user, size, sizeIsLowerBound, problem }) => [
    id,
    localMoment(receivedAt),
    user,
    sizeIsLowerBound ? `≥ ${size}` : String(size),
    problem === null ? '—' : words.say(`problems:${problem.code}.why`, { ...problem.detail }),
  ]);
  const reported = items.map(({ id, receivedAt, user, size, sizeIsLowerBound, sha256, hasContents, problem }) => ({
    id,
    receivedAt,
    user,
    size,
    sizeIsLowerBound,
    sha256,
    hasContents,
    code: problem?.code ?? null,
  }));
  return {
    json: { quarantined: reported },
    text: titledTable(words, 'quarantine', ['id', 'received', 'user', 'bytes', 'why'], rows),
  };
}
