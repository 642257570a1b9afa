/** What was decided on a match or on the whole search: the latest, the earlier ones, and the form for another. */
import './matches.css';
import { CircleCheck, CircleHelp, type LucideIcon, PenLine, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Decision, ScreeningView, Verdict } from '../../../../shared/domain/screening.ts';
import { Button, StatusTag, type Tone } from '../../../ui/index.ts';
import { decisionsOn } from '../derive.ts';
import { draftKey, useScreening, writeDraft } from '../store.ts';
import { fullTime } from '../words.ts';
import { DecisionForm } from './DecisionForm.tsx';

const verdictLooks: Record<Verdict, { icon: LucideIcon; tone: Tone }> = {
  'true-match': { icon: ShieldAlert, tone: 'bad' },
  'false-positive': { icon: CircleCheck, tone: 'quiet' },
  undecided: { icon: CircleHelp, tone: 'doubt' },
};

function Made({ decision }: { decision: Decision }) {
  const { t } = useTranslation('screening');
  return (
    <div className="scr-decision">
      <StatusTag {...verdictLooks[decision.verdict]}>{t(`verdict.${decision.verdict}`)}</StatusTag>
      <p className="scr-decision-reason">{decision.reason}</p>
      <p className="ui-help">{t('decision.by', { name: decision.by, time: fullTime(decision.at) })}</p>
    </div>
  );
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
        <Button size="small" icon={PenLine} onPress={() => writeDraft(key, { verdict: null, reason: '' })}>
          {t(latest ? 'decision.again' : 'decision.act')}
        </Button>
      )}
    </div>
  );
}
