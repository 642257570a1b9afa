/** Turns the documents of one call into signed document items ("Signed document item" of the interface description). */

import type { Box } from '../shared/domain/geometry.ts';
import type { PlacementConvention, WirePlacement } from '../shared/domain/placement.ts';
import { fromWire } from '../shared/domain/placement-convert.ts';
import type { Misbehaviour } from './behaviour.ts';
import type { Signer } from './certificate.ts';
import { type OpenPdf, openPdf, Unsignable } from './open-pdf.ts';
import { pageFacts } from './page-facts.ts';
import { badRequest } from './refusal.ts';
import { type Place, signPdf } from './sign-pdf.ts';
import type { SentDocument, SignRequest } from './sign-request.ts';

type SignedItem = {
  referenceNumber: string;
  documentId: string;
  signedDocument: string | null;
  status: 'SUCCESS' | 'FAIL';
  errorReason: string | null;
};

export type Signing = {
  signer: Signer;
  convention: PlacementConvention;
  nextDocumentId: () => string;
  /** Told of each document that was signed, whatever its entry then says. */
  onSigned: (reference: string, bytes: Uint8Array) => void;
};

/** An invented rule: client info that begins with this has failed its identity validation, for every document. */
const failingClientInfo = /^FAIL/;

type Prepared = SentDocument & { ready: { open: OpenPdf; place: Place } | { reason: string } };

/**
 * One item per document, in the order sent; a document that cannot be signed is FAIL and leaves the others alone.
 * @throws Refusal 400 when a document does not have the page, or the rectangle leaves it: then none is signed
 */
export async function signDocuments(request: SignRequest, signing: Signing, wrong: Misbehaviour): Promise<object[]> {
  const prepared: Prepared[] = [];
  for (const document of request.documents) prepared.push(await prepare(document, request, signing.convention));
  const items: object[] = [];
  for (const [index, document] of prepared.entries()) {
    const entry = wrong.at === undefined || wrong.at === index ? wrong.entry : undefined;
    items.push(...(await signOne(document, signing, entry)));
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
  // Half a unit of the wire either way: coordinates are integers, page edges need not be.
  const half = fromWire({ ...wire, x2: wire.x1 + 1, y2: wire.y1 + 1 }, facts, convention).rect;
  const slack = Math.max(half.right - half.left, half.top - half.bottom) / 2;
  if (!inside(rect, facts.cropBox, slack)) throw badRequest('the signature rectangle leaves the page of a document');
  return { page, rect };
}

const inside = (rect: Box, page: Box, slack: number): boolean =>
  rect.left >= page.left - slack && rect.bottom >= page.bottom - slack && rect.right <= page.right + slack && rect.top <= page.top + slack;

async function signOne({ reference, ready }: Prepared, signing: Signing, wrong: Misbehaviour['entry']): Promise<object[]> {
  const documentId = signing.nextDocumentId();
  const fail = (reason: string): SignedItem => ({
    referenceNumber: reference,
    documentId,
    signedDocument: null,
    status: 'FAIL',
    errorReason: reason,
  });
  const success = (signedDocument: string | null): SignedItem => ({
    referenceNumber: reference,
    documentId,
    signedDocument,
    status: 'SUCCESS',
    errorReason: null,
  });
  if ('reason' in ready) return wrong === 'missing' ? [] : [fail(ready.reason)];
  const signed = async (place: Place | null = ready.place) => {
    const bytes = Buffer.from(await signPdf(ready.open, place, signing.signer));
    if (place) signing.onSigned(reference, bytes);
    return bytes;
  };

  switch (wrong) {
    case undefined:
      return [success((await signed()).toString('base64'))];
    case 'fail':
      return [fail('practice: told to fail')];
    case 'success-null':
      return [success(null)];
    case 'not-base64':
      return [success('¡esto no es base64! / this is not base64!')];
    case 'malformed-pdf':
      return [success(Buffer.from('%PDF-1.7\npractice: no more than this\n').toString('base64'))];
    case 'unsigned-pdf':
      return [success((await signed(null)).toString('base64'))];
    case 'missing':
      await signed();
      return [];
    case 'twice': {
      const item = success((await signed()).toString('base64'));
      return [item, item];
    }
    case 'contradicting':
      return [success((await signed()).toString('base64')), fail('practice: told to contradict itself')];
    case 'other-reference':
      return [{ ...success((await signed()).toString('base64')), referenceNumber: `${reference}-other` }];
    case 'other-types':
      return [{ ...success((await signed()).toString('base64')), documentId: Number(documentId.replace(/\D/g, '')), status: 'Success' }];
    case 'unclear-status':
      return [{ ...success((await signed()).toString('base64')), status: 'OK' }];
    case 'wrapped-document':
      return [{ ...success(null), signedDocument: { content: (await signed()).toString('base64') } }];
    case 'url-safe-base64':
      return [success((await signed()).toString('base64url'))];
    case 'data-prefix':
      return [success(`data:application/pdf;base64,${(await signed()).toString('base64')}`)];
    case 'other-place':
      return [success((await signed(elsewhere(ready.place))).toString('base64'))];
  }
}

/** On the other side of the page's centre and half as large, so that it is never where it was asked. */
function elsewhere({ page, rect }: Place): Place {
  const { cropBox } = pageFacts(page);
  const [x, y] = [cropBox.left + cropBox.right - rect.right, cropBox.bottom + cropBox.top - rect.top];
  return { page, rect: { left: x, bottom: y, right: x + (rect.right - rect.left) / 2, top: y + (rect.top - rect.bottom) / 2 } };
}
