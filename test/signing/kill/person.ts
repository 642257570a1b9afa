/** The person at the station: sends, cancels, and settles documents in doubt. Each action is noted before the station gets it. */

import type { Random } from '../../support/kill/random.ts';
import { type Account, isLeft, type Paper } from './account.ts';
import type { Command, StationReport } from './protocol.ts';

const settledAs = { accepted: 'signed', closed: 'closed', released: 'released' } as const;

export type Person = {
  hear(report: StationReport): void;
  /** Does this and that, by chance. */
  act(): void;
  /** Does everything that brings all documents to their end; true when there is nothing left to do. */
  settle(): boolean;
};

/** A person at one run of the station; `tell` reaches it. Each document is touched once a run. */
export function createPerson(account: Account, random: Random, post: (command: Command) => void, nextBatch: () => number): Person {
  const touched = new Set<Paper>();
  /** Sent in this run, or there from the start. */
  const sent = new Set<Paper>();

  const idle = (status: Paper['shown'], maxCount = Number.POSITIVE_INFINITY): Paper[] =>
    random.some(
      account.papers.filter((paper) => paper.shown === status && !touched.has(paper) && !isLeft(paper)),
      maxCount,
    );
  const touch = (papers: readonly Paper[]) => {
    for (const paper of papers) touched.add(paper);
  };
  const ids = (papers: readonly Paper[]) => papers.flatMap(({ id }) => id ?? []);

  function sendAgain(papers: readonly Paper[], release: boolean): void {
    if (papers.length === 0) return;
    touch(papers);
    for (const paper of papers) account.requestedAgain(paper);
    post({ kind: 'retry', ids: ids(papers), release });
  }

  function send(maxCount: number): void {
    const papers = account.papers.filter((paper) => !sent.has(paper)).slice(0, maxCount);
    if (papers.length === 0) return;
    touch(papers);
    for (const paper of papers) sent.add(paper);
    const batch = nextBatch();
    for (const paper of papers) account.requested(paper, batch);
    post({ kind: 'send', paths: papers.map(({ path }) => path), clientInfo: `KT-CLIENT-${batch}` });
  }

  function doubt(paper: Paper): void {
    const what = random.pick([
      [60, 'again'],
      [25, 'accept'],
      [3, 'close'],
      [12, 'leave'],
    ] as const);
    if (what === 'again') sendAgain([paper], true);
    else touch([paper]);
    if (what === 'accept' || what === 'close') post({ kind: what, id: paper.id ?? '' });
  }

  function holdBack(paper: Paper): void {
    const what = random.pick([
      [40, 'again'],
      [30, 'releaseFile'],
      [30, 'leave'],
    ] as const);
    if (what === 'again') sendAgain([paper], true);
    else touch([paper]);
    if (what === 'releaseFile') post({ kind: what, id: paper.id ?? '' });
  }

  return {
    hear(report) {
      if (report.kind === 'open' || report.kind === 'changed') {
        for (const { id, sha256, status } of report.jobs) {
          const paper = account.known(id, sha256);
          if (!paper) continue;
          paper.shown = status;
          sent.add(paper);
          // Whoever starts the station sees it waiting, whether or not the sending was acknowledged.
          if (report.kind === 'open') paper.acknowledged = true;
          if (status === 'signed') paper.settled = 'signed';
        }
      }
      if (report.kind === 'queued') {
        for (const { id, sha256 } of report.documents) {
          const paper = account.known(id, sha256);
          if (paper) paper.acknowledged = true;
        }
      }
      if (report.kind === 'faults') account.fault(`a batch was refused: ${report.codes.join(', ')}`);
      if (report.kind !== 'cancelled' && report.kind !== 'accepted' && report.kind !== 'closed' && report.kind !== 'released') return;
      account.done[report.kind] += 1;
      const paper = account.ofId(report.id);
      if (!paper) return account.fault(`unknown document ${report.kind}`);
      if (report.kind === 'cancelled') account.cancelled(paper);
      else paper.settled = settledAs[report.kind];
    },
    act() {
      for (const paper of idle('in-doubt', 6)) doubt(paper);
      for (const paper of idle('unverified', 6)) holdBack(paper);
      sendAgain([...idle('failed', 2), ...idle('rejected', 2)], false);
      if (random.chance(0.5)) sendAgain(idle('cancelled', 2), false);
      const queued = account.papers.filter(({ shown }) => shown === 'queued');
      if (queued.length < 6 || random.chance(0.3)) send(random.between(1, 5));
      if (random.chance(0.1))
        for (const paper of idle('queued', 1)) {
          touch([paper]);
          post({ kind: 'cancel', id: paper.id ?? '' });
        }
    },
    settle() {
      touched.clear();
      sendAgain([...idle('in-doubt'), ...idle('unverified')], true);
      sendAgain([...idle('failed'), ...idle('rejected'), ...idle('cancelled')], false);
      send(20);
      return account.papers.every((paper) => paper.settled === 'signed' || isLeft(paper));
    },
  };
}
