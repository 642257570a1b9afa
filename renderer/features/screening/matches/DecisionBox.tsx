/** The decisions on a match or on the whole screening: the latest, the earlier ones, and the form for another. */
import './matches.css';
import { CircleCheck, CircleHelp, type LucideIcon, PenLine, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Decision, ScreeningView, Verdict } from '../../../../shared/domain/screening.ts';
import { Button, type Tone } from '../../../components/index.ts';
import { decisionsOn } from '../derive.ts';
import { Reasoned } from '../Reasoned.tsx';
import { draftKey, emptyReason, useScreening, writeDraft } from '../store.ts';
import { DecisionForm } from './DecisionForm.tsx';

const verdictLooks: Record<Verdict, { icon: LucideIcon; tone: Tone }> = {
  'true-match': { icon: ShieldAlert, tone: 'bad' },
  'false-positive': { icon: CircleCheck, tone: 'quiet' },
  undecided: { icon: CircleHelp, tone: 'doubt' },
};

function Made({ decision }: { decision: Decision }) {
  const { t } = useTranslation('screening');
  return <Reasoned looks={verdictLooks[decision.verdict]} word={t(`verdict.${decision.verdict}`)} entry={decision} />;
}

export function DecisionBox({ view, match }: { view: ScreeningView; match: number | null }) {
  const { t } = useTranslation('screening');
  const key = draftKey(view.id, match);
  const draft = useScreening((state) => state.drafts[key]);
  const [latest, ...earlier] = decisionsOn(view, match);
  return (
    <div className="scr-decisions">
      {latest ? <Made decision={latest} /> : !draft && <p className="ui-help">{t('decision.none')}</p>}
      {earlier.length > 0 && (
        <details className="scr-earlier">
          <summary>{t('decision.earlier', { count: earlier.length })}</summary>
          <ol>
            {earlier.map((decision) => (
              <li key={`${decision.at} ${decision.verdict} ${decision.reason}`}>
                <Made decision={decision} />
              </li>
            ))}
          </ol>
        </details>
      )}
      {draft ? (
        <DecisionForm id={view.id} match={match} draft={draft} />
      ) : (
        <Button size="small" className="scr-reason-open" icon={PenLine} onPress={() => writeDraft(key, emptyReason)}>
          {t(latest ? 'decision.again' : 'decision.act')}
        </Button>
      )}
    </div>
  );
}
