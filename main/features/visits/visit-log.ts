/** Logs events from outside of visits: in the timeline of the visit that they belong to, or without a visit. */

import type { ProviderRule } from '../../../shared/domain/provider-rule.ts';
import type { FileRelease } from '../../../shared/domain/signing.ts';
import type { Publication } from '../../../shared/domain/web-service.ts';
import type { Audit } from '../audit/audit.ts';
import type { OutboxJob } from '../signing/signing.ts';
import type { NewVisitEvent, VisitBook } from './visit-book.ts';
import type { VisitRepository } from './visit-repository.ts';

/** `by`: who did it here, empty for the station itself. `user`: of the web service, who fetched it. */
export type PublicationEvent = {
  kind: 'published' | 'withdrawn' | 'document-fetched';
  publication: Publication;
  by: string;
  user: string | null;
};

/** Each is part of the transaction under way. @throws StationError `disk-full` */
export type VisitLog = {
  /** Before the file of an unverified document is released. */
  noteRelease(job: OutboxJob, release: FileRelease): void;
  /** Before rules of the provider are made from an unverified document. */
  noteRules(job: OutboxJob, rules: readonly ProviderRule[]): void;
  /** A document is published, withdrawn or fetched. */
  notePublication(event: PublicationEvent): void;
};

export type VisitLogDeps = { book: VisitBook; store: VisitRepository; audit: Audit; clerk(): string };

export function createVisitLog({ book, store, audit, clerk }: VisitLogDeps): VisitLog {
  function log(visitId: string | null, { by = '', about = null, detail = {}, kind }: NewVisitEvent): void {
    if (visitId !== null && store.find(visitId)) book.change(visitId, () => ({}), { kind, by, about, detail });
    else audit.append({ kind, by, about, detail, visitId: null });
  }
  return {
    noteRelease: ({ id, name, visitId }, { by, reason }) =>
      log(visitId, { kind: 'file-released', by, about: id, detail: { name, text: reason } }),
    noteRules: ({ id, name, visitId }, rules) =>
      log(visitId, { kind: 'rule-made', by: clerk(), about: id, detail: { name, providerRules: JSON.stringify(rules) } }),
    notePublication: ({ kind, publication: { id, name, visitId }, by, user }) =>
      log(visitId, { kind, by, about: id, detail: { name, ...(user !== null && { user }) } }),
  };
}
