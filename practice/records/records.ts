/** Transactions that the practice provider knows: those received as client info, and the documents signed for them. */
import { randomUUID } from 'node:crypto';

type DocumentElement = { ReferenceNumber: string; DocumentName: string; Document: string };
type SignedDocument = { transaction: string; reference: string; bytes: Uint8Array };

export type Records = {
  /** A call for this client info was read. */
  met(transaction: string): void;
  /** A document was signed for it, whatever happens to the answer. */
  signed(transaction: string, reference: string, bytes: Uint8Array): void;
  /** The transaction record (interface description, Resources) with invented values; null when it is not known. */
  record(transaction: string, want: { documents: boolean; images: boolean }): Record<string, unknown> | null;
  /** Documents signed for it, as elements of `SignedDocuments`. */
  documents(transaction: string): DocumentElement[];
};

/** Bounds at which the oldest is removed. */
const max = { transactions: 10_000, documents: 200, bytes: 256 * 1024 * 1024 };

export function createRecords(projectId: string): Records {
  const met = new Map<string, { uid: string; since: string }>();
  const documents: SignedDocument[] = [];
  let totalBytes = 0;

  return {
    met(transaction) {
      if (met.has(transaction)) return;
      met.set(transaction, { uid: randomUUID(), since: new Date().toISOString() });
      const [oldest] = met.keys();
      if (met.size > max.transactions && oldest !== undefined) met.delete(oldest);
    },
    signed(transaction, reference, bytes) {
      documents.push({ transaction, reference, bytes });
      totalBytes += bytes.length;
      while (documents.length > max.documents || totalBytes > max.bytes) totalBytes -= documents.shift()?.bytes.length ?? totalBytes;
    },
    record(transaction, want) {
      const known = met.get(transaction);
      if (!known) return null;
      return {
        Uid: known.uid,
        StartingDate: known.since,
        CreationDate: known.since,
        DocumentType: 1,
        IdNumber: '1000000000',
        FirstName: 'PERSONA',
        FirstSurname: 'DE PRÁCTICA',
        TransactionType: 1,
        TransactionTypeName: 'Enroll',
        ProviderProjectId: projectId,
        TransactionId: transaction,
        Extras: { IdState: '2', StateName: 'Proceso satisfactorio' },
        ...(want.images && { Images: [] }),
        ...(want.documents && { SignedDocuments: documentsOf(transaction) }),
      };
    },
    documents: documentsOf,
  };

  function documentsOf(transaction: string): DocumentElement[] {
    return documents
      .filter((one) => one.transaction === transaction)
      .map(({ reference, bytes }) => documentElement(reference, `${reference}.pdf`, bytes));
  }
}

/** The element structure is not shown; this one is invented. */
export const documentElement = (reference: string, name: string, bytes: Uint8Array): DocumentElement => ({
  ReferenceNumber: reference,
  DocumentName: name,
  Document: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
});
