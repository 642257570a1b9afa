/** `sign`: what it takes. `sign/sign-documents.ts` signs. */

import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { type AcceptableCode, acceptableCodes } from '../../../shared/errors.ts';
import { type Call, defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';
import type { SignOptions } from './sign/sign-documents.ts';

const declaration = {
  name: 'sign',
  forms: { main: { takes: 'files-or-folders' } },
  options: {
    'client-info': { value: 'text', personal: true, required: true },
    page: { value: 'number' },
    rect: { value: 'corners', refusedTwice: 'rect-repeated' },
    out: { value: 'folder' },
    'reference-from': { value: 'name-or-csv' },
    offline: {},
    again: {},
    accept: { value: 'codes' },
  },
} as const;

export const sign = defineCommand(declaration, async (call, io) => {
  const { bottomRight } = await import('../../../shared/domain/placement/presets.ts');
  const options = signOptions(call, bottomRight);
  const { signDocuments } = await import('./sign/sign-documents.ts');
  return signDocuments(options, io);
});

type Rectangle = Omit<PlacementRule, 'page'>;

/** @throws WrongUse */
function signOptions({ values, rest }: Call<typeof declaration>, usual: Rectangle): SignOptions {
  if (rest.length === 0) throw new WrongUse('no-files');
  const clientInfo = values['client-info']?.trim();
  if (!clientInfo) throw new WrongUse('client-info-missing');
  const references = values['reference-from'] ?? 'name';
  return {
    paths: rest,
    clientInfo,
    rule: { page: readPage(values.page), ...readRect(values.rect, usual) },
    out: values.out ?? null,
    references: references === 'name' ? null : references,
    accepted: readAccepted(values.accept),
    offline: values.offline ?? false,
    again: values.again ?? false,
    values,
  };
}

/** A page that a document does not have, such as 0, is that document's fault and not wrong use. */
function readPage(text: string | undefined): number {
  if (text === undefined) return -1;
  if (!/^-?\d{1,9}$/.test(text)) throw new WrongUse('page-not-a-number');
  return Number(text);
}

/** Likewise a rectangle without area or outside the page. */
function readRect(text: string | undefined, usual: Rectangle): Rectangle {
  if (text === undefined) return usual;
  const corners = text.split(',').map((part) => part.trim());
  if (corners.length !== 4 || !corners.every((corner) => /^-?\d{1,9}(\.\d{1,9})?$/.test(corner))) throw new WrongUse('rect-malformed');
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = corners.map(Number);
  return { anchor: 'bottom-left', x: x1, y: y1, width: x2 - x1, height: y2 - y1 };
}

/** Codes that `sign` reports as a reason, separated by commas. */
function readAccepted(text: string | undefined): AcceptableCode[] {
  const codes = text === undefined ? [] : text.split(',').map((code) => code.trim());
  return codes.map((code) => {
    const known = acceptableCodes.find((one) => one === code);
    if (known === undefined) throw new WrongUse('accept-unknown', { codes: acceptableCodes.join(', ') });
    return known;
  });
}
