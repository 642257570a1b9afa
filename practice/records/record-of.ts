/** Returns the transaction record for one call: an invented one of `record-people.ts`, or one for received client info. */

import type { Misbehaviour } from '../behaviour.ts';
import type { Signer } from '../signing/certificate.ts';
import { createSignedContracts } from './record-documents.ts';
import { isVideo } from './record-images.ts';
import { type CastRecord, castRecords } from './record-people.ts';
import { documentElement, type Records } from './records.ts';

export type Wish = { images: boolean; documents: boolean; video: boolean };
export type FoundRecord = { record: Record<string, unknown>; wrong: Misbehaviour };

/** Null: no such transaction. */
export type RecordOf = (transaction: string, wish: Wish) => Promise<FoundRecord | null>;

export function createRecordOf(projectId: string, records: Records, signer: Signer): RecordOf {
  const contracts = createSignedContracts(signer);
  const asked = new Map<string, number>();

  return async (transaction, wish) => {
    const cast = castRecords.get(transaction);
    if (!cast) {
      const record = records.record(transaction, wish);
      return record && { record, wrong: {} };
    }
    const times = asked.get(transaction) ?? 0;
    asked.set(transaction, times + 1);
    const record = cast.record({ transaction, projectId }, times);
    const images = imagesOf(cast, wish);
    if (images !== undefined) record.Images = images;
    if (wish.documents) record.SignedDocuments = await documentsOf(transaction, cast.contracts);
    return { record, wrong: cast.wrong ?? {} };
  };

  /** Documents that were signed for it since the start follow those of its invented past. */
  async function documentsOf(transaction: string, signedBefore: CastRecord['contracts']): Promise<unknown[] | null> {
    const since = records.documents(transaction);
    if (!signedBefore) return since.length > 0 ? since : null;
    const before = (await contracts.first(signedBefore.count)).map(({ name, bytes }, index) => {
      const element = documentElement(`${transaction}-${index + 1}`, name, bytes);
      return signedBefore.bare ? element.Document : element;
    });
    return [...before, ...since];
  }
}

/** Pictures and the video are requested separately (endpoint E); undefined when neither was. */
function imagesOf({ images }: CastRecord, wish: Wish): readonly unknown[] | null | undefined {
  if (!wish.images && !wish.video) return undefined;
  if (images === null) return null;
  return images().filter((image) => (isVideo(image) ? wish.video : wish.images));
}
