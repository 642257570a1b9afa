/** The entries of an answer of endpoint D ("Signed document item" of the interface description), proper or misbehaving. */
import type { WrongEntry, WrongFile } from '../behaviour.ts';
import { Unsignable } from './open-pdf.ts';

type SignedItem = {
  referenceNumber: string;
  documentId: string;
  signedDocument: string | null;
  status: 'SUCCESS' | 'FAIL';
  errorReason: string | null;
};
/** `reason`: why the document cannot be signed; null when it can. */
export type Answered = { reference: string; documentId: string; reason: string | null };
type Parts = Answered & {
  success: (signedDocument: string | null) => SignedItem;
  fail: (reason: string) => SignedItem;
  /** Signs the document. */
  file: () => Promise<Buffer>;
};

const base64 = async ({ file }: Parts): Promise<string> => (await file()).toString('base64');
const proper = async (parts: Parts): Promise<SignedItem> => parts.success(await base64(parts));

const wrongEntries: Readonly<Record<WrongEntry, (parts: Parts) => Promise<object[]>>> = {
  fail: async ({ fail }) => [fail('practice: requested failure')],
  'success-null': async ({ success }) => [success(null)],
  'not-base64': async ({ success }) => [success('¡esto no es base64! / this is not base64!')],
  'malformed-pdf': async ({ success }) => [success(Buffer.from('%PDF-1.7\npractice: no more than this\n').toString('base64'))],
  missing: async ({ file }) => {
    await file();
    return [];
  },
  twice: async (parts) => {
    const item = await proper(parts);
    return [item, item];
  },
  contradicting: async (parts) => [await proper(parts), parts.fail('practice: requested contradiction')],
  'other-reference': async (parts) => [{ ...(await proper(parts)), referenceNumber: `${parts.reference}-other` }],
  'other-types': async (parts) => [
    { ...(await proper(parts)), documentId: Number(parts.documentId.replace(/\D/g, '')), status: 'Success' },
  ],
  'unclear-status': async (parts) => [{ ...(await proper(parts)), status: 'OK' }],
  'wrapped-document': async (parts) => [{ ...parts.success(null), signedDocument: { content: await base64(parts) } }],
  'url-safe-base64': async ({ success, file }) => [success((await file()).toString('base64url'))],
  'data-prefix': async (parts) => [parts.success(`data:application/pdf;base64,${await base64(parts)}`)],
};

export const isWrongEntry = (name: string): name is WrongEntry => Object.hasOwn(wrongEntries, name);

/** @param wrong null, or a wrong file: an entry as described */
export async function itemsOf(answered: Answered, wrong: WrongEntry | WrongFile | null, file: () => Promise<Buffer>): Promise<object[]> {
  const common = { referenceNumber: answered.reference, documentId: answered.documentId };
  const fail = (reason: string): SignedItem => ({ ...common, signedDocument: null, status: 'FAIL', errorReason: reason });
  const success = (signedDocument: string | null): SignedItem => ({ ...common, signedDocument, status: 'SUCCESS', errorReason: null });
  if (answered.reason !== null) return wrong === 'missing' ? [] : [fail(answered.reason)];
  const parts = { ...answered, success, fail, file };
  try {
    return wrong !== null && isWrongEntry(wrong) ? await wrongEntries[wrong](parts) : [await proper(parts)];
  } catch (thrown) {
    if (thrown instanceof Unsignable) return [fail(thrown.message)];
    throw thrown;
  }
}
