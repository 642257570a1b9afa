/** The screenings of a visit, latest first. */
import { UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../shared/domain/screening.ts';
import type { VisitView } from '../../../../shared/domain/visit.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { shownOutcome } from '../../screening/derive.ts';
import { OutcomeTag } from '../../screening/OutcomeTag.tsx';
import { MarkTag } from '../MarkTag.tsx';
import { Section } from './Section.tsx';

function Row({ search, onOpen }: { search: ScreeningSummary; onOpen: (id: string) => void }) {
  const { t } = useTranslation(['customers', 'screening']);
  const problemWords = useProblemWords();
  const shown = shownOutcome(search);
  const { name, identification } = search.query;
  const facts = [
    fullTime(search.askedAt),
    ...(search.by === '' ? [] : [search.by]),
    ...(search.connection === null ? [t('screening:practice.short')] : []),
    ...(search.matchCount > 0 ? [t('screenings.matches', { count: search.matchCount })] : []),
    ...(search.verdict === 'undecided' ? [t('screening:verdict.undecided')] : []),
  ];
  return (
    <li>
      <button type="button" className="cust-entry" onClick={() => onOpen(search.id)}>
        <span className="cust-entry-tags">
          {search.block === true && shown !== 'blocked' && <MarkTag mark={{ kind: 'blocked' }} />}
          <OutcomeTag search={search} />
        </span>
        <span className="cust-entry-name truncate">{[name, identification].filter((text) => text !== '').join(' · ')}</span>
        <span className="cust-entry-facts">{facts.join(' · ')}</span>
        {search.problem && <span className="cust-entry-reason">{problemWords(search.problem).what}</span>}
      </button>
    </li>
  );
}

export function Screenings({ view, onOpen }: { view: VisitView; onOpen: (id: string) => void }) {
  const { t } = useTranslation('customers');
  return (
    <Section icon={UserSearch} title={t('screenings.title')} count={view.screenings.length} empty={t('screenings.none')}>
      {view.screenings.map((search) => (
        <Row key={search.id} search={search} onOpen={onOpen} />
      ))}
    </Section>
  );
}
