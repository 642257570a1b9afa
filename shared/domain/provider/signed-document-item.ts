/** An element of `signedDocuments` on the wire (interface description, Resources, "Signed document item"). */

/**
 * Members that are read as text: a number or a boolean counts as its digits or word, since only one sample shows
 * which types a provider sends. `signedDocument` is read separately. Other members pass unchanged.
 */
export const describedMembers = ['referenceNumber', 'documentId', 'status', 'errorReason'] as const;
export type DescribedMember = (typeof describedMembers)[number];

/** `SUCCESS` and `FAIL` in any case; null for any other text, which says nothing about the document. */
export function statusOf(text: string | undefined): 'SUCCESS' | 'FAIL' | null {
  const status = text?.trim().toUpperCase();
  return status === 'SUCCESS' || status === 'FAIL' ? status : null;
}
