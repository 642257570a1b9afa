/** Contracts that were signed in the invented past of a record: the samples, signed at their first use. */

import { samples } from '../sample-texts.ts';
import { makeSample } from '../samples.ts';
import type { Signer } from '../signing/certificate.ts';
import { openPdf } from '../signing/open-pdf.ts';
import { signPdf } from '../signing/sign-pdf.ts';

export type SignedContract = { name: string; bytes: Uint8Array };

/** Above the line at the end of the samples, in points. */
const place = { left: 70, bottom: 134, right: 270, top: 184 };

export function createSignedContracts(signer: Signer): { first(count: number): Promise<SignedContract[]> } {
  const made = new Map<string, Promise<SignedContract>>();
  return {
    first: (count) =>
      Promise.all(
        samples.slice(0, count).map((sample) => {
          const contract = made.get(sample.file) ?? sign(sample, signer);
          made.set(sample.file, contract);
          return contract;
        }),
      ),
  };
}

async function sign(sample: (typeof samples)[number], signer: Signer): Promise<SignedContract> {
  const open = await openPdf(await makeSample(sample));
  const page = open.pdf.getPages().at(-1);
  return { name: sample.file, bytes: await signPdf(open, page ? { page, rect: place } : null, signer) };
}
