/** Test documents that find out how a provider counts coordinates and pages (interface description, endpoint D, "not shown"). */
import { z } from 'zod';
import { problemSchema } from '../../problem-schema.ts';
import { signatureFactsSchema } from '../documents/document.ts';
import { boxSchema, pageFactsSchema } from './geometry.ts';
import { placementConventionSchema, wirePlacementSchema } from './placement.ts';

/** A page from 1, and a rectangle in points of that page as displayed, origin bottom-left. */
const displayedPlaceSchema = z.object({ page: z.number().int(), rect: boxSchema });
export type DisplayedPlace = z.infer<typeof displayedPlaceSchema>;

/** One test document that was sent, or is being sent. */
const placementCallSchema = z.object({
  /** From 1. */
  number: z.number().int(),
  purpose: z.enum(['find', 'distinguish', 'confirm']),
  wire: wirePlacementSchema,
  /** Expected position of the signature: by the convention found in `confirm`, else by the connection's setting. Null: on no page. */
  expected: displayedPlaceSchema.nullable(),
  /** Position of the returned signature. Null until known. */
  went: displayedPlaceSchema.nullable(),
  /** How many conventions give every place so far. */
  fitting: z.number().int().nullable(),
  integrity: signatureFactsSchema.shape.integrity.nullable(),
});
export type PlacementCall = z.infer<typeof placementCallSchema>;

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('found'),
    convention: placementConventionSchema,
    /** The connection already has this setting. */
    unchanged: z.boolean(),
    /** Other conventions that give the same places on every page of the test document. */
    alike: z.array(placementConventionSchema),
  }),
  z.object({
    kind: z.literal('failed'),
    problem: problemSchema,
    /** A test document was sent and its outcome is unknown: it may have been signed. */
    inDoubt: z.boolean(),
  }),
]);
export type PlacementTestOutcome = z.infer<typeof outcomeSchema>;

export const placementTestSchema = z.object({
  /** Printed on its documents, and the middle part of their references. */
  id: z.string(),
  profileId: z.string(),
  profileName: z.string(),
  /** The connection's setting when the test began. */
  current: placementConventionSchema,
  /** Of the test document. */
  pages: z.array(pageFactsSchema),
  /** `sending`: no byte of the latest call has left; `waiting`: for its answer; `reading` the answer. */
  step: z.enum(['preparing', 'sending', 'waiting', 'reading', 'done']),
  calls: z.array(placementCallSchema),
  /** Null until it is done. */
  outcome: outcomeSchema.nullable(),
});
export type PlacementTest = z.infer<typeof placementTestSchema>;

/** How many test documents are sent where nothing is unusual, and at most. */
export const placementTestCalls = { usual: 2, max: 4 };
