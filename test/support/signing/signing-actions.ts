/** Opens, sends and inspects documents on a station, as a clerk does. */
import { join } from 'node:path';
import type { BatchDocument, SigningJob } from '../doors/domain.ts';
import { namesIn } from '../names-in.ts';
import { plainPdf, writeFile } from '../pdf/pdfs.ts';
import type { TestStation } from '../station.ts';
import { batchFinished } from './batch-finished.ts';

export type SigningStation = ReturnType<typeof withSigningActions<TestStation>>;

export function withSigningActions<S extends TestStation>(station: S) {
  /** A complete entry for each id. */
  const entries = (ids: readonly string[], more: Partial<BatchDocument> = {}): BatchDocument[] =>
    ids.map((documentId) => ({
      documentId,
      reference: station.documents.get(documentId).document.reference,
      clientInfo: 'T-1',
      placement: { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 },
      ...more,
    }));
  const jobsOf = (ids: readonly string[]): SigningJob[] =>
    ids.flatMap((id) => station.signing.jobs().find(({ documentId }) => documentId === id) ?? []);
  /** Queues and does not wait; returns the batch's id. */
  const send = async (ids: readonly string[], more?: Partial<BatchDocument>): Promise<string> => {
    const { batchId, faults } = await station.signing.send({ documents: entries(ids, more) });
    if (batchId === null) throw new Error(`not sent: ${faults.map(({ problem }) => problem.code)}`);
    return batchId;
  };
  return Object.assign(station, {
    entries,
    jobsOf,
    send,
    /** Writes and opens `a.pdf`, `b.pdf` … of one page; returns their ids. */
    async contracts(...names: string[]): Promise<string[]> {
      const paths: string[] = [];
      for (const name of names) paths.push(await writeFile(station.folder, `${name}.pdf`, await plainPdf(1, name)));
      return (await station.documents.open(paths)).ids;
    },
    /** Sends and waits; returns the jobs of these documents. */
    async sendAll(ids: readonly string[], more?: Partial<BatchDocument>): Promise<SigningJob[]> {
      await batchFinished(station, await send(ids, more));
      await station.queue.deliver(ids);
      return jobsOf(ids);
    },
    /** Status and problem of each document, as `signed` or `queued connection-refused`. */
    states: (ids: readonly string[]): string[] =>
      jobsOf(ids).map(({ status, problem }) => (problem ? `${status} ${problem.code}` : status)),
    /** References and status of each signing call in the provider's log. */
    calls: () =>
      station.provider
        .log()
        .filter(({ operation }) => operation === 'sign')
        .map(({ documents = [], status }) => ({ references: documents.map(({ reference }) => reference), status })),
    /** Names in `signed/` next to the originals. */
    signedNames: () => namesIn(join(station.folder, 'signed')),
    /** Names of the encrypted files, without those of pending documents. */
    encryptedNames: async () => (await namesIn(join(station.dataDir, 'encrypted'))).filter((name) => !name.startsWith('original.')),
  });
}
