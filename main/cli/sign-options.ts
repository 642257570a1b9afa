/** The options of `sign` (design, section 6), read and checked. */
import { z } from 'zod';
import type { PlacementRule } from '../../shared/domain/placement.ts';
import { type AcceptableCode, acceptableCodes } from '../../shared/errors.ts';
import { commonOptions } from './common-options.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

const options = {
  ...commonOptions,
  'client-info': 'string',
  page: 'string',
  rect: 'string',
  out: 'string',
  'reference-from': 'string',
  offline: 'boolean',
  again: 'boolean',
  accept: 'string',
} as const;

export type SignOptions = {
  /** As given: relative ones count from the working folder. */
  paths: string[];
  clientInfo: string;
  rule: PlacementRule;
  out: string | null;
  /** CSV of references, null for the files' names. */
  references: string | null;
  json: boolean;
  /** What is accepted about every document; see `acceptableCodes`. */
  accepted: AcceptableCode[];
  /** Queues without any call. */
  offline: boolean;
  /** Sends what was sent before, too. */
  again: boolean;
  values: ReturnType<typeof readArguments<typeof options>>['values'];
};

/** Where a signature goes when nothing is said: bottom right of the last page, whatever its size. */
const defaultRect = { anchor: 'bottom-right', x: 36, y: 40, width: 200, height: 60 } as const;

/** @throws WrongUse */
export function readSignOptions(argv: readonly string[]): SignOptions {
  const { values, rest } = readArguments(argv, options);
  if (rest.length === 0) throw new WrongUse('no-files');
  const clientInfo = values['client-info']?.trim();
  if (!clientInfo) throw new WrongUse('client-info-missing');
  const references = values['reference-from'] ?? 'name';
  return {
    paths: rest,
    clientInfo,
    rule: { page: readPage(values.page), ...readRect(values.rect) },
    out: values.out ?? null,
    references: references === 'name' ? null : references,
    accepted: readAccepted(values.accept),
    json: values.json ?? false,
    offline: values.offline ?? false,
    again: values.again ?? false,
    values,
  };
}

/** A page that a document does not have, 0 among them, is that document's fault and not wrong use. */
function readPage(text: string | undefined): number {
  if (text === undefined) return -1;
  if (!/^-?\d{1,9}$/.test(text)) throw new WrongUse('page-not-a-number');
  return Number(text);
}

/** Codes of what `sign` reports as a reason, with commas between. */
function readAccepted(text: string | undefined): AcceptableCode[] {
  if (text === undefined) return [];
  const known = z.array(z.enum(acceptableCodes)).safeParse(text.split(',').map((code) => code.trim()));
  if (!known.success) throw new WrongUse('accept-unknown', { codes: acceptableCodes.join(', ') });
  return known.data;
}

/** Likewise a rectangle without area or outside the page. */
function readRect(text: string | undefined): Omit<PlacementRule, 'page'> {
  if (text === undefined) return defaultRect;
  const corners = text.split(',').map((part) => part.trim());
  if (corners.length !== 4 || !corners.every((corner) => /^-?\d{1,9}(\.\d{1,9})?$/.test(corner))) throw new WrongUse('rect-malformed');
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners.map(Number);
  return { anchor: 'bottom-left', x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
}
