/** What the caller knows: sends begun, answers of 200, quarantined bodies, and documents received. */
import { type Caller, contentOf } from '../../support/doors/practice.ts';

export type ServiceAccount = {
  /** Content to Uid, of all that was ever begun. */
  begun: Map<string, string>;
  /** Content to Uid, of what got 200. */
  accepted: Map<string, string>;
  /** SHA-256 of bodies that got 400. */
  quarantined: Set<string>;
  /** SHA-256 of documents that came whole. */
  came: Set<string>;
  /** How often an answer was lost. */
  lost: number;
  answered: number;
  /** Other statuses than those that are expected. */
  strange: string[];
};

export const createServiceAccount = (): ServiceAccount => ({
  begun: new Map(),
  accepted: new Map(),
  quarantined: new Set(),
  came: new Set(),
  lost: 0,
  answered: 0,
  strange: [],
});

/** Writes down what is sent, before and after. */
export const watched = (caller: Caller, account: ServiceAccount): Pick<Caller, 'push'> => ({
  async push(record, options) {
    const json: Record<string, unknown> = Buffer.isBuffer(record) ? JSON.parse(record.toString()) : record;
    const content = contentOf(json);
    account.begun.set(content, String(json.Uid));
    const result = await caller.push(record, options);
    account.answered += 1;
    account.lost += result.statuses.filter((status) => status === null).length;
    if (result.status === 200) account.accepted.set(content, String(json.Uid));
    else account.strange.push(`push: ${result.status}`);
    return result;
  },
});
