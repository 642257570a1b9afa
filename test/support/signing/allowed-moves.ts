import type { DocumentStatus } from '../doors/domain.ts';
import type { Move } from '../doors/signing.ts';

/** The moves of each state and the state after each: not derived from the station's table, so that each change has to be made in both. */
export const allowedMoves: Record<DocumentStatus, Partial<Record<Move, DocumentStatus>>> = {
  draft: { send: 'queued', recall: 'in-doubt' },
  queued: { start: 'sending', cancel: 'cancelled', fail: 'failed', recall: 'in-doubt' },
  sending: {
    sign: 'signed',
    withhold: 'unverified',
    reject: 'rejected',
    fail: 'failed',
    doubt: 'in-doubt',
    putBack: 'queued',
    recall: 'in-doubt',
  },
  signed: { spoil: 'in-doubt', withhold: 'unverified' },
  unverified: { verify: 'signed', releaseFile: 'unverified', resend: 'queued', spoil: 'in-doubt' },
  rejected: { send: 'queued', recall: 'in-doubt' },
  failed: { send: 'queued', recall: 'in-doubt' },
  'in-doubt': { resend: 'queued', accept: 'signed', withhold: 'unverified' },
  cancelled: { send: 'queued', recall: 'in-doubt' },
};
