/** Sends what is due to the hub: the claims of visits, documents that are offered, and withdrawals. What is sent is read when it is sent. */

import { type Claim, hubChunkBytes } from '../../../shared/domain/web-service/hub.ts';
import { type Problem, problemOf, StationError } from '../../../shared/errors.ts';
import type { HubConnection } from '../../platform/hub/hub-connection.ts';
import type { Publishing } from '../web-service/web-service.ts';
import { type DueRow, type HubRepository, restoration } from './hub-repository.ts';

export type SendDeps = {
  connection: HubConnection;
  repository: HubRepository;
  /** What a visit claims; none for one that was removed. */
  claimsOf(visitId: string): Claim[];
  publishing: Pick<Publishing, 'content' | 'emitChanged'>;
  /** Records of a visit that other branches have were stored. */
  elsewhereChanged(visitId: string): void;
  /** Called after each row, and each piece of a document, that the hub took. */
  progressed(): void;
  signal: AbortSignal;
};

/** Sends one row, and removes it from the outbox. @throws StationError */
const sendRow = (deps: SendDeps, row: DueRow): Promise<void> => (row.kind === 'claims' ? sendClaims : sendPublication)(deps, row);

async function sendClaims({ connection, repository, claimsOf, elsewhereChanged }: SendDeps, row: DueRow): Promise<void> {
  const { subject: visitId } = row;
  const { elsewhere, newest } = await connection.claim({ visitId, version: row.number, claims: claimsOf(visitId) });
  if (newest !== undefined) return repository.outdated(row, newest);
  repository.setElsewhere(visitId, elsewhere);
  repository.sent(row);
  elsewhereChanged(visitId);
}

async function sendPublication(deps: SendDeps, row: DueRow): Promise<void> {
  const { connection, repository, publishing } = deps;
  const { subject: id } = row;
  if (id === restoration) {
    await connection.withdrawAll(await connection.restore({ known: repository.eventsOfRestore() }));
    return repository.restored(row);
  }
  if (publishing.content(id)?.state === 'offered') await offer(deps, id);
  // It may have been withdrawn during the upload.
  if (publishing.content(id)?.state !== 'offered') await endOffers(deps, id);
  repository.sent(row);
  publishing.emitChanged(id);
}

async function endOffers({ connection, repository }: SendDeps, publicationId: string): Promise<void> {
  for (const offerId of repository.openOffers(publicationId)) {
    await connection.withdraw(offerId);
    repository.endOffer(offerId);
  }
}

/** The number of times that the bytes are sent again when their digest differs at the hub. */
const maxDamaged = 3;

/**
 * Offers a publication at the hub. Its bytes follow those that the hub has already, so that an upload resumes after any interruption; it
 * ends when the publication is withdrawn.
 */
async function offer(deps: SendDeps, publicationId: string): Promise<void> {
  const { connection, repository, publishing, signal } = deps;
  const content = publishing.content(publicationId);
  if (content === null) return;
  const { name, size, sha256, keys, once, read } = content;
  const id = repository.offer(publicationId);
  let answer = await connection.publish({ id, name, size, sha256, keys, once });
  let damaged = 0;
  while (answer.state === 'uploading' || answer.state === 'damaged') {
    if (answer.state === 'damaged') {
      damaged += 1;
      if (damaged > maxDamaged) throw new StationError('hub-unexpected', { status: 200 });
    }
    if (publishing.content(publicationId)?.state !== 'offered') return;
    signal.throwIfAborted();
    const { received } = answer;
    const pieces = await Array.fromAsync(read(received, Math.min(received + hubChunkBytes, size) - 1));
    answer = await connection.upload(id, received, Buffer.concat(pieces));
    if (answer.received > received) deps.progressed();
  }
  if (answer.state !== 'withdrawn') return;
  // The hub ended this offer, and the publication was offered again before the station knew.
  repository.endOffer(id);
  return offer(deps, publicationId);
}

/**
 * Sends all rows of a kind, the oldest first. A row that fails for another reason than the connection stays due, and the others are sent.
 * Returns the last failure of such a row, or null.
 * @param isOfConnection whether the others would fail too @throws StationError the failure of the connection
 */
export async function sendAll(deps: SendDeps, kind: DueRow['kind'], isOfConnection: (thrown: unknown) => boolean): Promise<Problem | null> {
  let refusal: Problem | null = null;
  for (let row = deps.repository.next(kind, 0); row !== null; row = deps.repository.next(kind, row.number)) {
    deps.signal.throwIfAborted();
    try {
      await sendRow(deps, row);
      deps.progressed();
    } catch (thrown) {
      if (deps.signal.aborted || isOfConnection(thrown)) throw thrown;
      refusal = problemOf(thrown);
    }
  }
  return refusal;
}
