/** Turns the documents of one call into signed document items ("Signed document item" of the interface description). */

import type { Box } from '../../shared/domain/placement/geometry.ts';
import type { PlacementConvention, WirePlacement } from '../../shared/domain/placement/placement.ts';
import { fromWire } from '../../shared/domain/placement/placement-convert.ts';
import type { Misbehaviour, SigningStyle } from '../behaviour.ts';
import { badRequest } from '../refusal.ts';
import { failingClientInfo } from './client-info-rules.ts';
import { type OpenPdf, openPdf, Unsignable } from './open-pdf.ts';
import { pageFacts } from './page-facts.ts';
import type { Place } from './sign-pdf.ts';
import type { SentDocument, SignRequest } from './sign-request.ts';
import { itemsOf } from './signed-items.ts';
import { isOfOneDocument, type Ready, signedFile } from './spoilings.ts';

export type Signing = {
  style: SigningStyle;
  convention: PlacementConvention;
  nextDocumentId: () => string;
  /** Called for each signed document, whatever its entry then says. */
  onSigned: (reference: string, bytes: Uint8Array) => void;
};

type Prepared = SentDocument & { ready: Ready | { reason: string } };

/**
 * Returns one item per document, in the order sent; a document that cannot be signed is FAIL and does not affect the others.
 * @throws Refusal 400 when a document does not have the page, or the rectangle leaves it: then none is signed
 */
export async function signDocuments(request: SignRequest, signing: Signing, wrong: Misbehaviour): Promise<object[]> {
  const prepared: Prepared[] = [];
  for (const document of request.documents) prepared.push(await prepare(document, request, signing.convention));
  const style = { ...signing.style, ...wrong.style };
  const entryAt = (index: number) => (wrong.at === undefined || wrong.at === index ? (wrong.entry ?? null) : null);
  const files = new Map<number, Promise<Buffer>>();

  /** Signs each document once, whatever its entries. */
  function fileOf(index: number): Promise<Buffer> {
    const { reference, ready } = prepared[index] as Prepared;
    if ('reason' in ready) throw new Unsignable(ready.reason);
    const entry = entryAt(index);
    const file = files.get(index) ?? signedFile(ready, style, entry !== null && isOfOneDocument(entry) ? entry : null);
    if (!files.has(index) && entry !== 'unsigned-pdf' && entry !== 'original')
      void file.then((bytes) => signing.onSigned(reference, bytes)).catch(() => undefined);
    files.set(index, file);
    return file;
  }

  const items: object[] = [];
  for (const [index, { reference, ready }] of prepared.entries()) {
    const entry = entryAt(index);
    const from = entry === 'swapped' ? (index + 1) % prepared.length : entry === 'same-file' ? 0 : index;
    const item = { reference, documentId: signing.nextDocumentId(), reason: 'reason' in ready ? ready.reason : null };
    items.push(...(await itemsOf(item, entry, () => fileOf(from))));
  }
  return items;
}

async function prepare(document: SentDocument, request: SignRequest, convention: PlacementConvention): Promise<Prepared> {
  if (failingClientInfo.test(request.clientInfo)) return { ...document, ready: { reason: 'identity validation failed' } };
  try {
    const open = await openPdf(document.bytes);
    return { ...document, ready: { open, place: placeIn(open, request.placement, convention) } };
  } catch (thrown) {
    if (thrown instanceof Unsignable) return { ...document, ready: { reason: thrown.message } };
    throw thrown;
  }
}

function placeIn({ pdf }: OpenPdf, wire: WirePlacement, convention: PlacementConvention): Place {
  const page = pdf.getPages()[wire.signaturePage - convention.pageBase];
  if (!page) throw badRequest('signaturePage does not exist in a document');
  const facts = pageFacts(page);
  const { rect } = fromWire(wire, facts, convention);
  // Tolerance of half a unit of the wire: coordinates are integers, page edges need not be.
  const half = fromWire({ ...wire, x2: wire.x1 + 1, y2: wire.y1 + 1 }, facts, convention).rect;
  const slack = Math.max(half.right - half.left, half.top - half.bottom) / 2;
  if (!inside(rect, facts.cropBox, slack)) throw badRequest('the signature rectangle leaves the page of a document');
  return { page, rect };
}

const inside = (rect: Box, page: Box, slack: number): boolean =>
  rect.left >= page.left - slack && rect.bottom >= page.bottom - slack && rect.right <= page.right + slack && rect.top <= page.top + slack;
