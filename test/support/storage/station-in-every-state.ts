/** A station with marked documents in every state, and its data folder as a kill within an answer leaves it. */
import { mkdir, writeFile as write } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { onTestFinished, vi } from 'vitest';
import type { Misbehaviour } from '../doors/practice.ts';
import { startHalfway } from '../network/halfway.ts';
import { buildStation, startProvider } from '../station.ts';
import { tempDir } from '../temp-dir.ts';

/** In everything that the clerk, customers and the provider wrote; none may be found in clear. */
export const marked = {
  name: 'MarkNameQuxOne',
  folder: 'MarkFolderQuxTwo',
  reference: 'MarkRefQuxThree',
  clientInfo: 'MarkClientQuxFour',
  content: 'MarkContentQuxFive',
  providerText: 'MarkReasonQuxSix',
  providerId: 'MarkIdQuxSeven',
  note: 'MarkNoteQuxEight',
  clerk: 'MarkClerkQuxNine',
};

export const states = ['sending', 'signed', 'rejected', 'failed', 'in-doubt', 'quarantined', 'closed', 'cancelled', 'queued'] as const;
type State = (typeof states)[number];

export type StationInEveryState = Awaited<ReturnType<typeof buildInEveryState>>;

async function markedPdf(title: string, bytes: number): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([595, 842]);
  // Uncompressed and unchanged, so that it can be found again.
  document.context.register(document.context.stream(`${marked.content} ${title} ${'x'.repeat(bytes)}`));
  return Buffer.from(await document.save({ useObjectStreams: false }));
}

/** @param halfBytes size of the document of which half the answer has arrived: of a large one, that half is on the disk */
export async function buildInEveryState({ halfBytes = 200 } = {}) {
  const [root, provider] = [await tempDir(), await startProvider()];
  const halfway = await startHalfway(provider.origin);
  const retry = { base: 1, cap: 2, openAfter: 1_000 };
  const station = await buildStation({ provider, through: async () => halfway.origin, sending: 'manual', retry });
  onTestFinished(() => station.breakOff());
  station.settings.change({ clerk: marked.clerk });
  const folder = join(root, marked.folder);
  await mkdir(folder);
  // No folder to deliver to: received files stay in the station.
  await write(join(folder, 'signed'), 'in the way');
  const originals = new Map<string, Buffer>();

  const queue = async (state: string): Promise<{ id: string; batchId: string }> => {
    const [reference, path] = [`${marked.reference} ${state}`, join(folder, `${marked.name} ${state}.pdf`)];
    const bytes = await markedPdf(state, state === 'sending' ? halfBytes : 200);
    await write(path, bytes);
    originals.set(reference, bytes);
    const [documentId = ''] = (await station.documents.open([path])).ids;
    const placement = { page: 1, anchor: 'bottom-left', x: 20, y: 20, width: 100, height: 50 } as const;
    const documents = [{ documentId, reference, clientInfo: `${marked.clientInfo} ${state}`, placement }];
    const { batchId, faults } = await station.signing.send({ documents });
    if (batchId === null) throw new Error(`not queued: ${faults.map(({ problem }) => problem.code)}`);
    return { id: documentId, batchId };
  };
  const run = async (state: string, how: Misbehaviour = {}): Promise<string> => {
    provider.misbehave('sign', how);
    const { id, batchId } = await queue(state);
    await station.queue.run({ batchId, maxWaitMs: 1_000 });
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
    quarantined: await run('quarantined', { entry: 'contradicting' }),
    closed: await run('closed', { drop: 'before-answer' }),
    cancelled: (await queue('cancelled')).id,
    queued: '',
  };
  station.signing.cancel([ids.cancelled]);
  station.queue.close(ids.closed, marked.note);
  const sending = await queue('sending');
  ids.sending = sending.id;
  halfway.holdNext();
  void station.queue.run({ batchId: sending.batchId, maxWaitMs: 1_000 });
  await halfway.halfSent;
  // The received half of the answer is being written to the disk.
  await vi.waitFor(() => {
    if (station.signing.jobs().find(({ documentId }) => documentId === ids.sending)?.status !== 'sending') throw new Error('not sending');
  });
  ids.queued = (await queue('queued')).id;
  const frozen = station.asKilled();
  halfway.behave();

  return Object.assign(station, {
    /** Document ids of the station. */
    ids,
    /** The same by reference. */
    originals,
    /** Copies the data folder as a kill at that moment leaves it; each call makes a new copy. */
    killed: () => station.asKilled(frozen),
  });
}
