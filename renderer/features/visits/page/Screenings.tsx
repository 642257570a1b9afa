/** The screenings of a visit, latest first. */
import { UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../shared/domain/screening/screening.ts';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { shownOutcome } from '../../screening/derive.ts';
import { OutcomeTag } from '../../screening/OutcomeTag.tsx';
import { MarkTag } from '../MarkTag.tsx';
import { distinctTimes } from './distinct-times.ts';
import { Section } from './Section.tsx';
import { isFoundIn, useLatest } from './use-latest.tsx';

type RowProps = { screening: ScreeningSummary; askedAt: string; onOpen: (id: string) => void };

function Row({ screening, askedAt, onOpen }: RowProps) {
  const { t } = useTranslation(['customers', 'screening']);
  const problemWords = useProblemWords();
  const shown = shownOutcome(screening);
  const { name, identification } = screening.query;
  const facts = [
    askedAt,
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
  const title = t('screenings.title');
  const { shown, ...latest } = useLatest<ScreeningSummary, HTMLUListElement>(view.screenings, title, isFoundIn(view));
  const times = distinctTimes(shown.map(({ askedAt }) => askedAt));
  return (
    <Section icon={UserSearch} title={title} count={view.screenings.length} empty={t('screenings.none')} {...latest}>
      {shown.map((screening, index) => (
        <Row key={screening.id} screening={screening} askedAt={times[index] ?? ''} onOpen={onOpen} />
      ))}
    </Section>
  );
}
