/** Derives from the faults of a batch where they are corrected, and which of them at once. Pure. */
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import type { PlacementRule } from '../../../shared/domain/placement/placement.ts';
import { fitRule } from '../../../shared/domain/placement/placement-rule.ts';
import type { BatchFault } from '../../../shared/domain/signing/signing.ts';
import { isAcceptable, type Problem, type ProblemCode } from '../../../shared/errors.ts';
import { ruleOf } from './derive.ts';
import type { Drafts, SigningState } from './state.ts';

/** Where on the screen a fault is corrected. */
export type FaultField = 'client' | 'reference' | 'placement' | 'settings' | 'document';

const fieldOf: Partial<Record<ProblemCode, FaultField>> = {
  'client-info-missing': 'client',
  'policy-no-visit': 'client',
  'policy-not-screened': 'client',
  'policy-not-clear': 'client',
  'policy-screening-old': 'client',
  'policy-no-record': 'client',
  'policy-face-not-approved': 'client',
  'policy-record-alerts': 'client',
  'policy-other-name': 'client',
  'policy-other-identification': 'client',
  'policy-identification-missing': 'client',
  'policy-other-visit': 'client',
  'policy-visits-hidden': 'settings',
  'policy-blocked': 'client',
  'reference-missing': 'reference',
  'reference-repeated': 'reference',
  'placement-missing': 'placement',
  'placement-page-missing': 'placement',
  'placement-no-area': 'placement',
  'placement-outside-page': 'placement',
  'signing-not-set-up': 'settings',
  'profile-invalid': 'settings',
  'secret-missing': 'settings',
  'secret-for-other-address': 'settings',
  'keychain-unavailable': 'settings',
};

export const faultField = (code: ProblemCode): FaultField => fieldOf[code] ?? 'document';

/** How equal faults are corrected in all their documents at once. */
type FaultFix = 'fit' | 'accept';

const fixOf = ({ code }: Pick<Problem, 'code'>): FaultFix | null => {
  if (code === 'placement-outside-page' || code === 'placement-page-missing') return 'fit';
  return isAcceptable(code) ? 'accept' : null;
};

/**
 * Faults of one document (`documentIds` has one), faults that all documents share (none), or one fault that several documents share,
 * with its `fix` if there is one.
 */
export type FaultGroup = { key: string; documentIds: string[]; faults: BatchFault[]; fix: FaultFix | null };

/** Number of documents from which one fault is one line. */
const alikeFrom = 4;

/** Whether it is corrected once for all documents. */
export function isSharedFault({ documentId, problem: { code } }: BatchFault, drafts: Drafts): boolean {
  if (documentId === null || code === 'client-info-missing') return true;
  return code === 'placement-missing' && drafts[documentId]?.rule === undefined;
}

/** Returns the codes that are one line each: one action corrects them, or many documents have them. */
function alikeCodes(faults: readonly BatchFault[]): Set<ProblemCode> {
  const byCode = [...Map.groupBy(faults, ({ problem }) => problem.code)];
  const isAlike = ([code, found]: (typeof byCode)[number]) =>
    fixOf({ code }) !== null || new Set(found.map(({ documentId }) => documentId)).size >= alikeFrom;
  return new Set(byCode.filter(isAlike).map(([code]) => code));
}

/**
 * Faults shared by all documents come first, then one group for each fault that several documents have alike, then one group per
 * document, in the order of the list.
 */
export function groupFaults(faults: readonly BatchFault[], drafts: Drafts): FaultGroup[] {
  const shared: FaultGroup = { key: 'all', documentIds: [], faults: [], fix: null };
  const alike = new Map<string, FaultGroup>();
  const single = new Map<string, FaultGroup>();
  const together = alikeCodes(faults.filter((fault) => !isSharedFault(fault, drafts)));
  for (const fault of faults) {
    const { documentId, problem } = fault;
    if (documentId === null || isSharedFault(fault, drafts)) {
      if (!shared.faults.some((one) => one.problem.code === problem.code)) shared.faults.push(fault);
      continue;
    }
    const isAlike = together.has(problem.code);
    const [groups, key] = isAlike ? [alike, problem.code] : [single, documentId];
    const group = groups.get(key) ?? { key, documentIds: [], faults: [], fix: fixOf(problem) };
    groups.set(key, group);
    if (!group.documentIds.includes(documentId)) group.documentIds.push(documentId);
    if (!isAlike || group.faults.length === 0) group.faults.push(fault);
  }
  return [...(shared.faults.length > 0 ? [shared] : []), ...alike.values(), ...single.values()];
}

/** Returns the checked documents without a fault; none while a fault concerns all of them. */
export function faultless(checked: readonly string[], faults: readonly BatchFault[], drafts: Drafts): string[] {
  if (faults.some((fault) => isSharedFault(fault, drafts))) return [];
  const faulty = new Set(faults.map(({ documentId }) => documentId));
  return checked.filter((id) => !faulty.has(id));
}

/** Returns own rules, moved into the page, for documents that the placement does not fit; documents that no rule fits are left out. */
export function fittedRules(
  documents: readonly StationDocument[],
  { drafts, rule }: Pick<SigningState, 'drafts' | 'rule'>,
): Map<string, PlacementRule> {
  const fitted = new Map<string, PlacementRule>();
  for (const { id, facts } of documents) {
    const own = ruleOf(drafts[id], rule);
    const moved = own && fitRule(own, facts?.pages ?? []);
    if (moved) fitted.set(id, moved);
  }
  return fitted;
}
