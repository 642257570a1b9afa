/** Actions that correct faults of a batch. */
import i18next from 'i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { isAcceptable } from '../../../shared/errors.ts';
import { toast } from '../../components/index.ts';
import { sendThese } from './actions.ts';
import { type FaultGroup, faultless, fittedRules } from './faults.ts';
import { changeDraft, useSigning } from './store.ts';

const checkedDocuments = (): StationDocument[] => {
  const { documents, checked } = useSigning.getState();
  return documents.filter(({ id }) => checked?.includes(id));
};

/** Corrects one fault in all the documents that have it: moves the rectangle into the page, or accepts and sends again. */
export async function fixAlike({ fix, documentIds, faults }: FaultGroup): Promise<void> {
  const state = useSigning.getState();
  if (fix === 'fit') {
    const fitted = fittedRules(
      state.documents.filter(({ id }) => documentIds.includes(id)),
      state,
    );
    for (const [id, rule] of fitted) changeDraft(id, { rule });
    toast(i18next.t('faults.fitted', { ns: 'signing', count: fitted.size }), {
      action: { label: i18next.t('undo', { ns: 'signing' }), run: () => useSigning.setState({ drafts: state.drafts }) },
    });
    return;
  }
  const code = faults[0]?.problem.code;
  if (code === undefined || !isAcceptable(code)) return;
  for (const id of documentIds) changeDraft(id, { accepted: [...(state.drafts[id]?.accepted ?? []), code] });
  await sendThese(checkedDocuments());
}

/** Sends the checked documents that have no fault, and leaves the others in the list. */
export async function sendFaultless(): Promise<void> {
  const { faults, checked, drafts } = useSigning.getState();
  const ids = faultless(checked ?? [], faults ?? [], drafts);
  await sendThese(checkedDocuments().filter(({ id }) => ids.includes(id)));
}
