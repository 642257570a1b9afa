/** Which encrypted files the start removes: those that belong to nothing any more, and never what may be the result of a document. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AttemptOutcome, recover } from '../support/doors/signing.ts';
import { type EncryptedKind, openEncryptedFiles } from '../support/doors/storage.ts';
import { openTestOutbox, queuedDocument, verificationSettings } from '../support/signing/outbox.ts';
import { tempDir } from '../support/temp-dir.ts';

async function deskWithFiles(folder: string) {
  const opened = await openTestOutbox(folder);
  const files = await openEncryptedFiles({ folder: join(folder, 'encrypted'), database: opened.database });
  const { outbox } = opened;
  return {
    ...opened,
    files,
    file: async (kind: EncryptedKind, owner: string): Promise<string> => (await files.encrypt(kind, owner, [Buffer.from('text')])).id,
    /** An attempt with these documents, which were queued; ended, with the documents moved as said. */
    attempt(ids: readonly string[], outcome: AttemptOutcome, moves: Record<string, 'fail' | 'doubt'>): string {
      const id = randomUUID();
      outbox.begin({ id, documents: ids.map((document) => ({ id: document, reference: document, sha256: '0'.repeat(64) })) });
      for (const [document, move] of Object.entries(moves)) outbox.move(move, [document]);
      outbox.end(id, outcome, null);
      return id;
    },
    recovered: () => recover({ outbox, files, written: async (write) => write(), check: { inspect: neverChecked }, untried: new Set() }),
    left: async () => new Set(files.list().map(({ id }) => id)),
  };
}

const neverChecked = () => Promise.reject(new Error('nothing is to be checked'));

test('received files of a call are removed once each of its documents has its result', async () => {
  const opened = await deskWithFiles(await tempDir());
  const [failed, doubtful, closed] = [randomUUID(), randomUUID(), randomUUID()];
  opened.outbox.enqueue([failed, doubtful, closed].map((id) => queuedDocument(id)));
  const mixed = opened.attempt([failed, doubtful], 'answered', { [failed]: 'fail', [doubtful]: 'doubt' });
  const over = opened.attempt([closed], 'unknown', { [closed]: 'doubt' });
  opened.outbox.change(closed, { closed: { at: new Date().toISOString(), note: 'seen' } });
  const stored = await opened.file('received', mixed);
  for (const [kind, owner] of [
    ['received', over],
    ['decoded', failed],
    ['original', randomUUID()],
  ] as const)
    await opened.file(kind, owner);
  await opened.recovered();
  expect(await opened.left()).toEqual(new Set([stored]));
});

test('received files of a document that cannot be read stay, even when another of the call has its result', async () => {
  const folder = await tempDir();
  const before = await deskWithFiles(folder);
  const [failed, damaged] = [randomUUID(), randomUUID()];
  before.outbox.enqueue([failed, damaged].map((id) => queuedDocument(id)));
  const attempt = before.attempt([failed, damaged], 'answered', { [failed]: 'fail', [damaged]: 'doubt' });
  const received = await before.file('received', attempt);
  before.database.sql.prepare("UPDATE job SET value = '' WHERE id = ?").run(damaged);
  before.database.close();

  const after = await deskWithFiles(folder);
  expect(after.outbox.quarantined().map(({ id }) => id)).toEqual([damaged]);
  await after.recovered();
  expect(await after.left()).toEqual(new Set([received]));
});

test('the answer of an earlier call decides nothing about a document that was sent again, and its file goes with the document', async () => {
  const opened = await deskWithFiles(await tempDir());
  const { outbox, files } = opened;
  const [sending, failed, doubtful, accepted] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const ids: string[] = [sending, failed, doubtful, accepted];
  const begin = (documents: readonly string[]) => {
    const id = randomUUID();
    outbox.begin({ id, documents: documents.map((document) => ({ id: document, reference: document, sha256: '0'.repeat(64) })) });
    return id;
  };
  outbox.enqueue(ids.map((id) => queuedDocument(id)));
  const earlier = begin(ids);
  const items = await Promise.all(
    ids.map(async (id) => {
      const received = await files.encrypt('decoded', earlier, [Buffer.from(`signed ${id}`)]);
      return { referenceNumber: `ref ${id}`, providerDocumentId: null, status: 'SUCCESS' as const, errorReason: null, received };
    }),
  );
  outbox.storeAnswer(earlier, { items, otherTexts: [], verification: verificationSettings, defect: null });
  // Its evaluation failed, and a person sent two of them again, and accepted the file of a third one.
  outbox.move('doubt', ids);
  outbox.update([{ id: accepted, move: 'accept', change: { signedSha256: items[3]?.received.sha256 ?? null } }]);
  outbox.enqueue([sending, failed].map((id) => queuedDocument(id)));
  outbox.end(begin([failed]), 'refused', null, { updates: [{ id: failed, move: 'fail', change: {} }] });
  begin([sending]);
  await opened.recovered();
  const found = ids.map((id) => outbox.job(id));
  expect(found.map((job) => `${job?.status} ${job?.problem?.code}`)).toEqual([
    'in-doubt interrupted',
    'in-doubt earlier-call-in-doubt',
    'in-doubt undefined',
    'signed undefined',
  ]);
  const fileOf = (id: string) => items[ids.indexOf(id)]?.received.id;
  const receivedOf = (id: string) => outbox.job(id)?.received.map(({ role, encrypted }) => [role, encrypted?.id]);
  expect(ids.map(receivedOf)).toEqual([[['quarantined', fileOf(sending)]], [], [], []]);
  // Those of the documents in doubt are candidates.
  expect(await opened.left()).toEqual(new Set(ids.map(fileOf)));
  expect(outbox.openAttempts()).toEqual([]);
});

test('received files of a document that was sent again stay until a call has its result', async () => {
  const opened = await deskWithFiles(await tempDir());
  const { outbox } = opened;
  const again: Record<string, (id: string) => void> = {
    waits: () => undefined,
    cancelled: (id) => outbox.move('cancel', [id]),
    refused: (id) => void opened.attempt([id], 'refused', { [id]: 'fail' }),
    'in doubt': (id) => void opened.attempt([id], 'unknown', { [id]: 'doubt' }),
    signed: (id) => {
      opened.attempt([id], 'unknown', { [id]: 'doubt' });
      outbox.move('accept', [id]);
    },
  };
  const received = new Map<string, string>();
  for (const [name, sendAgain] of Object.entries(again)) {
    const id = randomUUID();
    outbox.enqueue([queuedDocument(id)]);
    received.set(await opened.file('received', opened.attempt([id], 'unknown', { [id]: 'doubt' })), name);
    outbox.enqueue([queuedDocument(id)]);
    sendAgain(id);
  }
  await opened.recovered();
  const left = [...(await opened.left())].map((file) => received.get(file));
  expect(left.toSorted()).toEqual(['cancelled', 'in doubt', 'refused', 'waits']);
});
