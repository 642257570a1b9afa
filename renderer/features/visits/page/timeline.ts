/**
 * The timeline of a visit: the content of each entry, and the days that they are grouped by. Pure; the texts are made in
 * `Timeline.tsx`.
 */

import { localDay } from '../../../../shared/domain/local-format.ts';
import { type Outcome, outcomeSchema, type Verdict, verdictSchema } from '../../../../shared/domain/screening/screening.ts';
import { type DocumentStatus, documentStatusSchema } from '../../../../shared/domain/signing/signing.ts';
import { type ProviderRule, rulesIn } from '../../../../shared/domain/verification/provider-rule.ts';
import { type RuleName, ruleNames } from '../../../../shared/domain/visits/policy.ts';
import type { VisitEvent, VisitEventKind, VisitView } from '../../../../shared/domain/visits/visit.ts';
import type { ProblemCode } from '../../../../shared/errors.ts';
import { problemSchema } from '../../../../shared/problem-schema.ts';
import type { Tone } from '../../../components/index.ts';

/** The content of an entry besides its kind; null where it is missing, or in a form that is not known here. */
export type TimelineEntry = {
  number: number;
  /** ISO 8601, UTC. */
  at: string;
  /** Empty for the station itself, or the provider. */
  by: string;
  kind: VisitEventKind;
  tone: Tone;
  /** Name of the document that it is about. */
  name: string | null;
  outcome: Outcome | null;
  verdict: Verdict | null;
  status: DocumentStatus | null;
  rules: RuleName[];
  /** Rules made from the document. */
  providerRules: ProviderRule[];
  code: ProblemCode | null;
  parts: number | null;
  /** Version number of a pushed record under its `Uid`; null for the first. */
  version: number | null;
  /** When a version arrived at the hub again, ISO 8601 in UTC; null where that does not apply. */
  arrivedAtHub: string | null;
  /** The web service user that fetched a document; empty where that does not apply. */
  user: string;
  /** A person's own text, or a checksum; empty for none. */
  text: string;
  /** The subject of the entry, when that is still part of the visit. */
  goesTo: { kind: 'record' | 'screening' | 'document'; id: string } | null;
};

type Visit = Pick<VisitView, 'records' | 'screenings' | 'documents'>;

const textOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value));

const momentOf = (text: string): string | null => (Number.isNaN(new Date(text).getTime()) ? null : text);

function toneOf(kind: VisitEventKind, outcome: Outcome | null, status: DocumentStatus | null, version: number | null): Tone {
  if (kind === 'record-failed' || kind === 'screening-queued' || kind === 'overridden') return 'doubt';
  if (kind === 'file-released' || kind === 'rule-made') return 'doubt';
  // The provider's answer has changed.
  if (kind === 'record-pushed' && version !== null) return 'doubt';
  if (kind === 'blocked') return 'bad';
  if (kind === 'screened') return outcome === 'clear' ? 'good' : outcome === 'match' ? 'bad' : 'doubt';
  if (status === 'unverified' || status === 'rejected' || status === 'failed') return 'bad';
  if (status === 'in-doubt') return 'doubt';
  return status === 'signed' ? 'good' : 'quiet';
}

function goesTo(about: string | null, { records, screenings, documents }: Visit): TimelineEntry['goesTo'] {
  if (about === null) return null;
  if (records.some(({ id }) => id === about)) return { kind: 'record', id: about };
  if (screenings.some(({ id }) => id === about)) return { kind: 'screening', id: about };
  return documents.some(({ documentId }) => documentId === about) ? { kind: 'document', id: about } : null;
}

export function toTimelineEntry({ number, at, by, kind, about, detail }: VisitEvent, visit: Visit): TimelineEntry {
  const outcome = outcomeSchema.safeParse(detail.outcome).data ?? null;
  const status = documentStatusSchema.safeParse(detail.status).data ?? null;
  const version = typeof detail.version === 'number' && detail.version > 1 ? detail.version : null;
  const said = textOf(detail.rules).split(/[^A-Za-z]+/);
  const named = visit.documents.find(({ documentId }) => documentId === about)?.name ?? textOf(detail.name);
  return {
    number,
    at,
    by,
    kind,
    tone: toneOf(kind, outcome, status, version),
    name: named || null,
    outcome,
    verdict: verdictSchema.safeParse(detail.verdict).data ?? null,
    status,
    rules: ruleNames.filter((rule) => said.includes(rule)),
    providerRules: rulesIn(textOf(detail.providerRules)),
    code: problemSchema.shape.code.safeParse(detail.code).data ?? null,
    parts: typeof detail.parts === 'number' ? detail.parts : null,
    version,
    arrivedAtHub: momentOf(textOf(detail.receivedAt)),
    user: textOf(detail.user),
    text: textOf(detail.text) || textOf(detail.sha256),
    goesTo: goesTo(about, visit),
  };
}

export type Day<Entry> = { day: string; entries: Entry[] };

/** Returns the local day of a moment, `YYYY-MM-DD`. */
export const dayOf = (iso: string): string => localDay(new Date(iso));

/** Of one moment, the last written comes first. */
export const newestFirst = <Entry extends { at: string; number: number }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.number - a.number);

/** Groups entries, newest first, by day. */
export function byDay<Entry extends { at: string }>(entries: readonly Entry[]): Day<Entry>[] {
  const days: Day<Entry>[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
