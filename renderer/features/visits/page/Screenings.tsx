/** The screenings of a visit, latest first. */
import { Ban, UserSearch } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ScreeningSummary } from '../../../../shared/domain/screening.ts';
import type { VisitView } from '../../../../shared/domain/visit.ts';
import { StatusTag } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { shownOutcome } from '../../screening/derive.ts';
import { looks } from '../../screening/looks.ts';
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
    ...(search.verdict === null ? [] : [t(`screening:verdict.${search.verdict}`)]),
  ];
  return (
    <li>
      <button type="button" className="cust-entry" onClick={() => onOpen(search.id)}>
        <span className="cust-entry-tags">
          {search.block === true && shown !== 'blocked' && (
            <StatusTag tone="bad" icon={Ban}>
              {t('mark.blocked')}
            </StatusTag>
          )}
          <StatusTag {...looks[shown]} spin={shown === 'asking'}>
            {t(`screening:outcome.${shown}.word`)}
          </StatusTag>
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
