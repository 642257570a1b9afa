/** A data folder with marked documents in every state, as a station that was killed within an answer leaves it. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { onTestFinished, vi } from 'vitest';
import { createStation, type Station } from './doors/app.ts';
import { profileSchema } from './doors/domain.ts';
import { type Practice, startPractice } from './doors/practice.ts';
import { startHalfway } from './halfway.ts';
import { tempDir } from './temp-dir.ts';

/** In what the clerk, her customers and the provider wrote; none may be found in clear. */
export const marked = {
  name: 'MarkNameQuxOne',
  folder: 'MarkFolderQuxTwo',
  reference: 'MarkRefQuxThree',
  clientInfo: 'MarkClientQuxFour',
  content: 'MarkContentQuxFive',
  providerText: 'MarkReasonQuxSix',
  providerId: 'MarkIdQuxSeven',
  note: 'MarkNoteQuxEight',
};

export const states = ['sending', 'signed', 'rejected', 'failed', 'in-doubt', 'aside', 'closed', 'cancelled', 'queued'] as const;
type State = (typeof states)[number];

export type AtRest = {
  /** Copies of the data folder as the kill left it; each call makes one. */
  killed(): Promise<string>;
  /** The folder of the station itself, which is still at it. */
  dataDir: string;
  station: Station;
  practice: Practice;
  vaultKey: Buffer;
  /** The station's ids. */
  ids: Record<State, string>;
  /** By reference. */
  originals: Map<string, Buffer>;
  /** Another station on a copy of the data folder, which sends only when it is told to. */
  reopen(dataDir: string): Promise<Station>;
};

async function markedPdf(title: string): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  // As it is, without compression, so that it can be found again.
  document.context.register(document.context.stream(`${marked.content} ${title} ${'x'.repeat(200)}`));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

export async function atRest(): Promise<AtRest> {
  const practice = await startPractice();
  onTestFinished(() => practice.close());
  const line = await startHalfway(practice.origin);
  const profile = profileSchema.parse(practice.profile);
  if (!profile.signing) throw new Error('practice has a signing section');
  const signing = { ...profile.signing, authUrl: line.origin, baseUrl: line.origin };
  const vaultKey = randomBytes(32);
  const open = (dataDir: string) =>
    createStation({
      dataDir,
      vaultKey,
      provider: { kind: 'given', profile: { ...profile, signing }, secrets: practice.secrets },
      sending: 'manual',
      retry: { base: 1, cap: 2, openAfter: 1_000 },
    });

  const [dataDir, root] = [await tempDir(), await tempDir()];
  const folder = join(root, marked.folder);
  await mkdir(folder);
  // Nowhere to deliver to: what comes stays with the station.
  await write(join(folder, 'signed'), 'in the way');
  const originals = new Map<string, Buffer>();
  const station = await open(dataDir);
  onTestFinished(() => {
    station.breakOff();
    return station.close();
  });

  const queue = async (state: string): Promise<{ id: string; batchId: string }> => {
    const [reference, path] = [`${marked.reference} ${state}`, join(folder, `${marked.name} ${state}.pdf`)];
    const bytes = await markedPdf(state);
    await write(path, bytes);
    originals.set(reference, bytes);
    const [documentId = ''] = (await station.documents.open([path])).ids;
    const placement = { page: 1, anchor: 'bottom-left', x: 20, y: 20, width: 100, height: 50 } as const;
    const documents = [{ documentId, reference, clientInfo: `${marked.clientInfo} ${state}`, placement }];
    const { batchId, faults } = await station.signing.send({ documents });
    if (batchId === null) throw new Error(`not queued: ${faults.map(({ problem }) => problem.code)}`);
    return { id: documentId, batchId };
  };
  const run = async (state: string, how: Parameters<Practice['misbehave']>[1] = {}): Promise<string> => {
    practice.misbehave('sign', how);
    const { id, batchId } = await queue(state);
    await station.queue.run({ batchId, patience: 1_000 });
    return id;
  };
  const said = { documentId: marked.providerId, signedDocument: null, status: 'FAIL', errorReason: marked.providerText };
  const rejection = { signedDocuments: [{ ...said, referenceNumber: `${marked.reference} rejected` }] };
  const ids: Record<State, string> = {
    sending: '',
    signed: await run('signed'),
    rejected: await run('rejected', { status: 200, body: JSON.stringify(rejection) }),
    failed: await run('failed', { status: 400, body: JSON.stringify({ error: marked.providerText }) }),
    'in-doubt': await run('in-doubt', { drop: 'before-answer' }),
    aside: await run('aside', { entry: 'contradicting' }),
    closed: await run('closed', { drop: 'before-answer' }),
    cancelled: (await queue('cancelled')).id,
    queued: '',
  };
  station.signing.cancel([ids.cancelled]);
  station.queue.close(ids.closed, marked.note);
  const sending = await queue('sending');
  ids.sending = sending.id;
  line.holdNext();
  void station.queue.run({ batchId: sending.batchId, patience: 1_000 });
  await line.held;
  // What the half answer brought is on its way to the disk.
  await vi.waitFor(() => {
    if (station.signing.jobs().find(({ documentId }) => documentId === ids.sending)?.status !== 'sending') throw new Error('not sending');
  });
  ids.queued = (await queue('queued')).id;
  const frozen = await tempDir();
  await cp(dataDir, frozen, { recursive: true });
  line.behave();

  return {
    dataDir,
    station,
    practice,
    vaultKey,
    ids,
    originals,
    async killed() {
      const copy = await tempDir();
      await cp(frozen, copy, { recursive: true });
      return copy;
    },
    async reopen(copy) {
      const another = await open(copy);
      onTestFinished(() => another.close());
      return another;
    },
  };
}
