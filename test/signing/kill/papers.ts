/** The documents that a kill test sends, and the profile that it sends them by. */
import type { Profile } from '../../support/doors/domain.ts';
import type { Random } from '../../support/kill/random.ts';
import { plainPdf, writeFile } from '../../support/pdf/pdfs.ts';
import { sha256 } from '../../support/sha256.ts';
import type { Paper } from './account.ts';
import { referenceOf } from './protocol.ts';

/** Different documents of a few sizes, written into `folder`; `nameOf` gives the file name of the n-th. */
export async function makePapers(folder: string, documents: number, random: Random, nameOf: (n: number) => string): Promise<Paper[]> {
  const papers: Paper[] = [];
  for (let n = 1; n <= documents; n += 1) {
    const name = nameOf(n);
    const filling = Array.from({ length: random.between(1, 60) }, () => random.next().toString(36).repeat(2)).join('\n');
    const bytes = await plainPdf(1, `${n}\n${filling}`);
    papers.push({
      name,
      reference: referenceOf(name),
      path: await writeFile(folder, name, bytes),
      bytes,
      sha256: sha256(bytes),
      id: null,
      acknowledged: false,
      batch: null,
      mayGoOut: false,
      wentOut: 0,
      byPerson: 0,
      byAnswer: 0,
      lastCall: null,
      shown: null,
      withheld: false,
      settled: null,
    });
  }
  return papers;
}

/** The profile by which the station reaches the provider at `origin`: few documents a call, two calls at a time. */
export function profileAt(origin: string, profile: Profile): Profile {
  const { signing, validation } = profile;
  if (!signing || !validation) throw new Error('the practice profile is not complete');
  return {
    ...profile,
    signing: { ...signing, authUrl: origin, baseUrl: origin, maxDocumentsPerCall: 4, concurrency: 2 },
    validation: { ...validation, baseUrl: origin },
  };
}
