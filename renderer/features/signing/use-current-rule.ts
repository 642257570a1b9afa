/** The placement that the page and the panel show, and the target of a change: the common placement or the document's own. */
import type { PlacementRule } from '../../../shared/domain/placement.ts';
import { ruleOf } from './derive.ts';
import { changeDraft, dropOwnRule, useSigning } from './store.ts';

export type CurrentRule = {
  rule: PlacementRule | null;
  own: boolean /** Null takes the placement away; the common one replaces a document's own. */;
  change: (rule: PlacementRule | null) => void;
  makeOwn: () => void;
};

export function useCurrentRule(documentId: string | null): CurrentRule {
  const common = useSigning((state) => state.rule);
  const draft = useSigning((state) => (documentId === null ? undefined : state.drafts[documentId]));
  const rule = ruleOf(draft, common);
  const own = draft?.rule !== undefined;
  return {
    rule,
    own,
    change: (next) => {
      if (own && documentId !== null) {
        if (next) changeDraft(documentId, { rule: next });
        else dropOwnRule(documentId);
      } else useSigning.setState({ rule: next });
    },
    makeOwn: () => {
      if (rule && documentId !== null) changeDraft(documentId, { rule });
    },
  };
}
