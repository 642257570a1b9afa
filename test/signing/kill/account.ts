/**
 * What the parent knows without asking the station, and the rule on what may go out, from the text of issue 3:
 *
 * A document may go out once when it is queued. After that it may go out again only when
 * - the provider's answer to the call says that it was not processed: 401, 403, 413, 429, or 503 with `Retry-After`
 *   (a dropped connection never says so, wherever it was dropped), or
 * - a person asked for it: what is in doubt, rejected, failed or cancelled was sent again.
 * A permission that was not used is void once the station was killed and has the document in any state but queued. A cancellation
 * that was acknowledged takes it away.
 *
 * "Goes out" is what the line saw: the document's reference number on its way to the provider, however far the call got.
 */

import type { DocumentStatus } from '../../support/doors/domain.ts';
import type { PracticeLogEntry } from '../../support/doors/practice.ts';

export type Paper = {
  name: string;
  reference: string;
  path: string;
  bytes: Uint8Array;
  sha256: string;
  /** The station's, once it is acknowledged or was seen there. */
  id: string | null;
  acknowledged: boolean;
  /** Documents of batches that were begun; by a batch number. */
  batch: number | null;
  mayGoOut: boolean;
  /** How often it went out, and how often a person or an answer let it go out again. */
  wentOut: number;
  byPerson: number;
  byAnswer: number;
  lastCall: number | null;
  /** As the station last said it. */
  shown: DocumentStatus | null;
  /** An unverified file was returned for it; the file is not removed, even when the document is signed later. */
  withheld: boolean;
  /** What it was acknowledged to be, until a person sends it again. */
  settled: 'signed' | 'cancelled' | 'closed' | 'released' | null;
};

/** A person closed or released it, and has not sent it again. */
export const isLeft = ({ settled }: Paper): boolean => settled === 'closed' || settled === 'released';

export type Account = ReturnType<typeof createAccount>;

export function createAccount(papers: readonly Paper[]) {
  const byReference = new Map(papers.map((paper) => [paper.reference, paper]));
  const byHash = new Map(papers.map((paper) => [paper.sha256, paper]));
  const byId = new Map<string, Paper>();
  const faults: string[] = [];
  /** What a person did and the station acknowledged. */
  const done = { cancelled: 0, accepted: 0, closed: 0, released: 0 };
  const fault = (what: string): void => void faults.push(what);

  return {
    papers,
    faults,
    done,
    fault,
    ofHash: (sha256: string) => byHash.get(sha256),
    ofId: (id: string) => byId.get(id),
    known(id: string, sha256: string): Paper | undefined {
      const paper = byHash.get(sha256);
      if (!paper) fault(`the station has a document that was never sent: ${sha256}`);
      else if (paper.id !== null && paper.id !== id) fault(`${paper.name} is there twice`);
      else {
        paper.id = id;
        byId.set(id, paper);
      }
      return paper;
    },
    requested(paper: Paper, batch: number) {
      paper.batch = batch;
      paper.mayGoOut = true;
    },
    requestedAgain(paper: Paper) {
      paper.mayGoOut = true;
      paper.byPerson += 1;
      paper.settled = null;
    },
    cancelled(paper: Paper) {
      paper.mayGoOut = false;
      paper.settled = 'cancelled';
    },
    /** The line saw it on its way to the provider. */
    wentOut(reference: string, call: number) {
      const paper = byReference.get(reference);
      if (!paper) return fault(`an unknown reference went out: ${reference}`);
      if (!paper.mayGoOut)
        fault(`${paper.name} went out again (call ${call} after ${paper.lastCall}; shown as ${paper.shown}) and nobody let it`);
      paper.mayGoOut = false;
      paper.wentOut += 1;
      paper.lastCall = call;
    },
    /** The provider says that it did nothing. */
    notProcessed(reference: string, call: number) {
      const paper = byReference.get(reference);
      if (paper?.lastCall !== call) return;
      paper.mayGoOut = true;
      paper.byAnswer += 1;
    },
    /** Whole documents as the provider's own log has them. */
    compare(log: readonly PracticeLogEntry[]) {
      const arrivals = new Map<string, number>();
      for (const { reference, sha256 } of log.flatMap(({ documents = [] }) => documents)) {
        if (byReference.get(reference)?.sha256 !== sha256) fault(`${reference} came to the provider with the bytes ${sha256}`);
        arrivals.set(reference, (arrivals.get(reference) ?? 0) + 1);
      }
      for (const [reference, times] of arrivals) {
        const paper = byReference.get(reference);
        if (paper && times > 1 + paper.byPerson + paper.byAnswer) fault(`the provider got ${reference} ${times} times`);
      }
    },
  };
}
