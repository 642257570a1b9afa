/** The screenings of a visit, latest first. */
import { UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../shared/domain/screening/screening.ts';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { shownOutcome } from '../../screening/derive.ts';
import { OutcomeTag } from '../../screening/OutcomeTag.tsx';
import { MarkTag } from '../MarkTag.tsx';
import { Section } from './Section.tsx';

function Row({ screening, onOpen }: { screening: ScreeningSummary; onOpen: (id: string) => void }) {
  const { t } = useTranslation(['customers', 'screening']);
  const problemWords = useProblemWords();
  const shown = shownOutcome(screening);
  const { name, identification } = screening.query;
  const facts = [
    fullTime(screening.askedAt),
    ...(screening.by === '' ? [] : [screening.by]),
    ...(screening.connection === null ? [t('screening:practice.short')] : []),
    ...(screening.matchCount > 0 ? [t('screenings.matches', { count: screening.matchCount })] : []),
    ...(screening.verdict === 'undecided' ? [t('screening:verdict.undecided')] : []),
  ];
  return (
    <li>
      <button type="button" className="cust-entry" onClick={() => onOpen(screening.id)}>
        <span className="ui-tags cust-entry-tags">
          {screening.block === true && shown !== 'blocked' && <MarkTag mark={{ kind: 'blocked' }} />}
          <OutcomeTag screening={screening} />
        </span>
        <span className="cust-entry-name">{[name, identification].filter((text) => text !== '').join(' · ')}</span>
        <span className="ui-fine cust-entry-facts">{facts.join(' · ')}</span>
        {screening.problem && <span className="cust-entry-reason">{problemWords(screening.problem).what}</span>}
      </button>
    </li>
  );
}

export function Screenings({ view, onOpen }: { view: VisitView; onOpen: (id: string) => void }) {
  const { t } = useTranslation('customers');
  return (
    <Section icon={UserSearch} title={t('screenings.title')} count={view.screenings.length} empty={t('screenings.none')}>
      {view.screenings.map((screening) => (
        <Row key={screening.id} screening={screening} onOpen={onOpen} />
      ))}
    </Section>
  );
}
