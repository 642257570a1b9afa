/** The form of a decision. Its input stays in the store while another view is open. */
import { useTranslation } from 'react-i18next';
import { type Verdict, verdictSchema } from '../../../../shared/domain/screening.ts';
import { decide } from '../actions.ts';
import { ReasonForm } from '../ReasonForm.tsx';
import { draftKey, type ReasonDraft, writeDraft } from '../store.ts';

type Props = { id: string; match: number | null; draft: ReasonDraft<Verdict> };

export function DecisionForm({ id, match, draft }: Props) {
  const { t } = useTranslation('screening');
  const key = draftKey(id, match);
  return (
    <ReasonForm
      choices={verdictSchema.options}
      draft={draft}
      onDraft={(changed) => writeDraft(key, changed)}
      onSave={(verdict, reason) => decide(id, match, verdict, reason)}
      onClose={() => writeDraft(key, null)}
      words={{
        form: t('decision.form'),
        choice: t('decision.verdict'),
        choiceMissing: t('decision.verdictMissing'),
        reasonMissing: t('decision.reasonMissing'),
        save: t('decision.save'),
        of: (verdict) => t(`verdict.${verdict}`),
      }}
    />
  );
}
