/**
 * What the clerk has begun and not finished. The page saves it in main, which has it in memory only, so that the next page continues with
 * it when this one ends (decision 42).
 */
import { z } from 'zod';
import { acceptableCodes } from '../../errors.ts';
import { placementRuleSchema } from '../placement/placement.ts';
import { recordWishSchema } from '../records/record.ts';
import { verdictSchema } from '../screening/screening.ts';

/** Bounds of the whole, far above what a clerk types or opens. */
const max = { entries: 100_000, characters: 10_000, partCharacters: 1_000_000 };

const text = z.string().max(max.characters);
const ids = z.array(text).max(max.entries);
const visit = z.object({ id: text, name: text }).nullable();
const byId = <Value extends z.ZodType>(value: Value) =>
  z.record(text, value).refine((record) => Object.keys(record).length <= max.entries, 'too many');

/** What was typed and chosen for one customer. */
const customerSchema = z.object({
  clientInfo: text,
  /** The visit for which the documents are signed; null when none was chosen. */
  visit,
  /** Client info of the last sent batch; a client info that differs from it belongs to the next customer. */
  sentClientInfo: text.nullable(),
  /** The placement of every document without its own. */
  rule: placementRuleSchema.nullable(),
  /** The placement is older than the documents: nothing is sent before the clerk has confirmed or changed it. */
  placementToConfirm: z.boolean(),
  /** The batch with the shown summary. */
  summaryOf: text.nullable(),
});
export type SavedCustomer = z.infer<typeof customerSchema>;

/** The clerk's changes to one document; an absent field has the value for all documents. */
const draftSchema = z.object({
  reference: text.exactOptional(),
  /** The document's own placement; null when none is chosen yet. Absent: the common placement. */
  rule: placementRuleSchema.nullable().exactOptional(),
  /** The signed file of the document is to get another signature, in a separate call. */
  another: z.boolean().exactOptional(),
  /** The warnings about it that the clerk has read and accepts. */
  accepted: z.array(z.enum(acceptableCodes)).max(acceptableCodes.length).readonly().exactOptional(),
});
export type Draft = z.infer<typeof draftSchema>;

/** The current customer, and the ones before. */
const signingWorkspaceSchema = customerSchema.extend({
  /** The documents that the page knew, of all customers: those of no earlier one are the current customer's. */
  documentIds: ids,
  /** Latest first. */
  earlier: z.array(customerSchema.extend({ id: text, documentIds: ids, isOpen: z.boolean() })).max(max.entries),
  /** By document id. */
  drafts: byId(draftSchema),
  /** The document on the page. */
  currentId: text.nullable(),
});
export type SigningWorkspace = z.infer<typeof signingWorkspaceSchema>;

const screeningWorkspaceSchema = z.object({
  typed: z.object({ name: text, identification: text, judicial: z.boolean(), procurator: z.boolean() }),
  /** The visit that the next screening belongs to. */
  visit,
  /** Decisions that are being written. */
  drafts: byId(z.object({ choice: verdictSchema.nullable(), reason: text })),
});

const visitsWorkspaceSchema = z.object({
  /** Notes that are being written, by id of the visit. */
  notes: byId(text),
  newVisit: z.object({
    details: z.object({ name: text, identification: text, transaction: text }),
    fetch: z.boolean(),
    asked: z.object({ parts: byId(text), wish: recordWishSchema }).nullable(),
  }),
});

/** What is on the screen, and the input of forms and dialogs, by name: JSON that only the page reads. Never a secret. */
const pagePartsSchema = byId(z.string().max(max.partCharacters));

/** By area of the window; null before its page has saved anything. */
export const workspaceSchema = z.object({
  signing: signingWorkspaceSchema.nullable(),
  screening: screeningWorkspaceSchema.nullable(),
  visits: visitsWorkspaceSchema.nullable(),
  page: pagePartsSchema.nullable(),
  /** Whether other forms have input that is not saved. */
  unsaved: z.boolean().nullable(),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const emptyWorkspace: Workspace = { signing: null, screening: null, visits: null, page: null, unsaved: null };

/** Whether a person has typed something that is neither saved nor sent, and is lost with the workspace. Opened documents are not. */
export function hasInput({ screening, visits, unsaved }: Workspace): boolean {
  const texts = visits ? [...Object.values(visits.notes), ...Object.values(visits.newVisit.details)] : [];
  const decisions = Object.values(screening?.drafts ?? {});
  return (
    unsaved === true ||
    texts.some((text) => text.trim() !== '') ||
    decisions.some(({ choice, reason }) => choice !== null || reason.trim() !== '')
  );
}
