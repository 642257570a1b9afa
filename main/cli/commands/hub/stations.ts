/** Runs the subcommands of `hub`. */

import { addAudit, listAudit } from '../../../../hub/audit.ts';
import { openContents } from '../../../../hub/contents.ts';
import { findPushes, type SoughtNumber } from '../../../../hub/find-pushes.ts';
import { createStations } from '../../../../hub/stations.ts';
import { listUnclaimed, readPerson } from '../../../../hub/unclaimed.ts';
import { localMoment } from '../../../../shared/domain/local-format.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import type { Printed } from '../../support/io.ts';
import { printable, titledTable } from '../../support/table.ts';
import type { OpenedHub } from '../../support/with-hub.ts';

export async function enrolStation(hub: OpenedHub, name: string, words: Words): Promise<Printed> {
  const { code, expiresAt } = await createStations(hub).startEnrolment(name);
  const until = expiresAt.toISOString();
  return { json: { name, code, expiresAt: until }, text: code, note: words.say('hub.enrol-note', { name, until: localMoment(until) }) };
}

export async function listStations(hub: OpenedHub, words: Words): Promise<Printed> {
  const { stations, enrolments } = await createStations(hub).list();
  const rows = stations.map(({ id, name, revokedAt, seenAt, waiting, groups }) => [
    id,
    name,
    revokedAt === null ? words.say('hub.enrolled') : words.say('hub.revoked-at', { at: time(revokedAt) }),
    time(seenAt),
    String(waiting),
    groups.join(', '),
  ]);
  const open = enrolments.map(({ name, expiresAt }) => ['—', name, words.say('hub.code-until', { at: time(expiresAt) })]);
  const columns = ['id', 'name', 'state', 'seen', 'waiting', 'groups'];
  return { json: { stations, enrolments }, text: titledTable(words, 'hub', columns, [...rows, ...open]) };
}

const time = (at: Date | null): string => (at === null ? '—' : localMoment(at));

export async function renameStation(hub: OpenedHub, id: string, name: string, words: Words): Promise<Printed> {
  await createStations(hub).rename(id, name);
  return { json: { id, name }, note: words.say('hub.renamed', { name }) };
}

export async function revokeStation(hub: OpenedHub, id: string, words: Words): Promise<Printed> {
  const { freed, fetched } = await createStations(hub).revoke(id);
  const note = [words.say('hub.revoked', { count: freed }), ...(fetched > 0 ? [words.say('hub.revoked-fetched', { count: fetched })] : [])];
  return { json: { id, freed, fetched }, note: note.join(' ') };
}

/** Newest first. */
export async function listAuditEntries({ database }: OpenedHub, words: Words): Promise<Printed> {
  const entries = await listAudit(database.pool);
  const rows = entries.map(({ at, kind, actor, subject }) => [
    localMoment(at),
    words.say(`hub.audit.${kind}`),
    printable(actor),
    subject ?? '—',
  ]);
  return { json: { entries }, text: titledTable(words, 'hub', ['at', 'what', 'by', 'subject'], rows) };
}

/** @param withPersons also decrypts each push, and shows the person of the record */
export async function listUnclaimedPushes({ database, keys }: OpenedHub, withPersons: boolean, words: Words): Promise<Printed> {
  const contents = openContents(database, keys);
  if (withPersons) await addAudit(database.pool, 'persons-shown');
  const unclaimed = [];
  for (const { contentId, ...push } of await listUnclaimed(database))
    unclaimed.push({ ...push, ...(withPersons && (await readPerson(contents, contentId))) });
  const persons = withPersons ? (['uid', 'transaction', 'identification', 'person'] as const) : [];
  const rows = unclaimed.map(({ id, receivedAt, user, size, group, ...person }) => [
    ...[id, localMoment(receivedAt), user, String(size), group ?? '—'],
    ...(withPersons ? Object.values(person).map((text) => text ?? '—') : []),
  ]);
  return { json: { unclaimed }, text: titledTable(words, 'hub', ['id', 'received', 'user', 'bytes', 'group', ...persons], rows) };
}

/** The number is not repeated in what is printed. */
export async function findByNumber({ database, keys }: OpenedHub, number: SoughtNumber, words: Words): Promise<Printed> {
  await addAudit(database.pool, 'pushes-found');
  const pushes = await findPushes({ database, keys }, number);
  if (pushes.length === 0) return { json: { pushes }, note: words.say('hub.none-found') };
  const rows = pushes.map(({ id, receivedAt, version, station, group, fetchedAt, acknowledgedAt }) => [
    id,
    time(receivedAt),
    String(version),
    station ?? '—',
    group ?? '—',
    time(fetchedAt),
    time(acknowledgedAt),
  ]);
  const columns = ['id', 'received', 'version', 'station', 'group', 'fetched', 'acknowledged'];
  return { json: { pushes }, text: titledTable(words, 'hub', columns, rows) };
}
