/** The answer at a glance: the outcome, large, with icon, word and colour, and the name, and the result of each source. */
import './outcome.css';
import { Ban, CircleCheck, GraduationCap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ScreeningView, type SourceResult, sourceNames } from '../../../../shared/domain/screening/screening.ts';
import { OutcomeHead, StatusTag } from '../../../components/index.ts';
import { openMatches, shownOutcome } from '../derive.ts';
import { looks, sourceLooks } from '../looks.ts';

function Marks({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const open = openMatches(view);
  return (
    <p className="scr-marks">
      {view.block === true && (
        <span className="scr-blocked">
          <Ban size={15} strokeWidth={2.4} aria-hidden="true" />
          {t('block.yes')}
        </span>
      )}
      {view.block === false && <span className="scr-not-blocked">{t('block.no')}</span>}
      {view.block === null && view.state === 'done' && <span className="scr-not-blocked">{t('block.unknown')}</span>}
      {view.matches.length > 0 &&
        (open > 0 ? (
          <span className="scr-not-blocked">{t('decision.open', { count: open })}</span>
        ) : (
          <StatusTag tone="quiet" icon={CircleCheck}>
            {t('decision.all')}
          </StatusTag>
        ))}
      {view.connection === null && (
        <StatusTag tone="doubt" icon={GraduationCap}>
          {t('practice.long')}
        </StatusTag>
      )}
    </p>
  );
}

/** Blocked is a mark of its own. */
export function OutcomeCard({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const shown = shownOutcome(view);
  const { icon, tone } = looks[shown];
  const { name, identification } = view.query;
  const word = t(`outcome.${shown}.word`);
  const who = name === '' ? t('answer.noName') : name;
  const count = [...view.sources, ...view.others].filter(({ state }) => state === 'hit').length;
  const unread = [...view.sources, ...view.others].some(({ state }) => state === 'unread');
  const silent = view.sources.some(({ state }) => state === 'no-answer');
  return (
    <OutcomeHead tone={tone} icon={icon} spin={shown === 'asking'} className="scr-outcome">
      <h2 tabIndex={-1} aria-label={`${word}: ${who}`}>
        <span className="ui-outcome-word">{word}</span>
        <span className="scr-outcome-who">{who}</span>
      </h2>
      {identification !== '' && <p className="scr-outcome-id">{t('answer.identification', { identification })}</p>}
      <p>{shown === 'match' ? t('outcome.match.why', { count }) : t(`outcome.${shown}.why`)}</p>
      {shown === 'match' && unread && <p>{t('outcome.alsoUnread')}</p>}
      {(shown === 'match' || shown === 'unread') && silent && <p>{t('outcome.alsoSilent')}</p>}
      <Marks view={view} />
    </OutcomeHead>
  );
}

/** The result of each source: icon, word and colour. "Not asked" and "no answer" never look like clear. */
export function SourceMatrix({ sources }: { sources: readonly SourceResult[] }) {
  const { t } = useTranslation('screening');
  const rows = sourceNames.flatMap((name) => sources.find(({ source }) => source === name) ?? []);
  return (
    <table className="scr-matrix">
      <caption className="sr-only">{t('matrix.title')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('matrix.source')}</th>
          <th scope="col">{t('matrix.state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, state, count, text }) => {
          const { icon: Icon, tone } = sourceLooks[state];
          return (
            <tr key={source}>
              <th scope="row">{t(`source.${source}`)}</th>
              <td className={`tone-${tone}`}>
                <span className="scr-matrix-state">
                  <Icon size={15} strokeWidth={2.2} aria-hidden="true" />
                  {t(`sourceState.${state}`)}
                  {state === 'hit' && <span className="scr-matrix-count">{t('matrix.count', { count })}</span>}
                </span>
                {text && <span className="scr-matrix-text">{t('matrix.says', { text })}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
