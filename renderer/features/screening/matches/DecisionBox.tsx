/** The decisions on a match or on the whole screening: the latest, the earlier ones, and the form for another. */
import './matches.css';
import { CircleCheck, CircleHelp, type LucideIcon, PenLine, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Decision, type ScreeningView, type Verdict, verdictSchema } from '../../../../shared/domain/screening/screening.ts';
import { Button, type Tone } from '../../../components/index.ts';
import { decide } from '../actions.ts';
import { decisionsOn } from '../derive.ts';
import { ReasonEntry, ReasonForm } from '../ReasonForm.tsx';
import { draftKey, emptyReason, type ReasonDraft, useScreening, writeDraft } from '../store.ts';

const verdictLooks: Record<Verdict, { icon: LucideIcon; tone: Tone }> = {
  'true-match': { icon: ShieldAlert, tone: 'bad' },
  'false-positive': { icon: CircleCheck, tone: 'quiet' },
  undecided: { icon: CircleHelp, tone: 'doubt' },
};

function DecisionEntry({ decision }: { decision: Decision }) {
  const { t } = useTranslation('screening');
  return <ReasonEntry looks={verdictLooks[decision.verdict]} word={t(`verdict.${decision.verdict}`)} entry={decision} />;
}

type Props = { id: string; match: number | null; draft: ReasonDraft<Verdict>; onLeave: () => void };

/** The form of a decision. Its input stays in the store while another view is open. */
function DecisionForm({ id, match, draft, onLeave }: Props) {
  const { t } = useTranslation('screening');
  const key = draftKey(id, match);
  return (
    <ReasonForm
      choices={verdictSchema.options}
      draft={draft}
      onDraft={(changed) => writeDraft(key, changed)}
      onSave={(verdict, reason) => decide(id, match, verdict, reason)}
      onClose={() => writeDraft(key, null)}
      onLeave={onLeave}
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

/** `of`: the entry of a list that the decision is about. */
export function DecisionBox({ view, match, of }: { view: ScreeningView; match: number | null; of?: string }) {
  const { t } = useTranslation('screening');
  const key = draftKey(view.id, match);
  const draft = useScreening((state) => state.drafts[key]);
  const [isFolded, setFolded] = useState(false);
  const isOpen = draft !== undefined && !isFolded;
  const [latest, ...earlier] = decisionsOn(view, match);
  return (
    <div className="scr-decisions">
      {latest ? <DecisionEntry decision={latest} /> : !isOpen && <p className="ui-help">{t('decision.none')}</p>}
      {earlier.length > 0 && (
        <details className="scr-earlier">
          <summary>{t('decision.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((decision) => (
              <li key={`${decision.at} ${decision.verdict} ${decision.reason}`}>
                <DecisionEntry decision={decision} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {draft && isOpen ? (
        <DecisionForm id={view.id} match={match} draft={draft} onLeave={() => setFolded(true)} />
      ) : (
        <Button
          size="small"
          className="scr-reason-open"
          icon={PenLine}
          of={of}
          onPress={() => {
            setFolded(false);
            if (!draft) writeDraft(key, emptyReason);
          }}
        >
          {t(draft ? 'decision.continue' : latest ? 'decision.again' : 'decision.act')}
        </Button>
      )}
    </div>
  );
}
