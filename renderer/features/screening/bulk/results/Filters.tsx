/** Filters the rows: by outcome, each with its count, and by text. */
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { maxLengths } from '../../../../../shared/domain/screening/screening.ts';
import { FilterCount, FilterGroup, SearchField, Select } from '../../../../components/index.ts';
import { amount } from '../../../../i18n/formats.ts';
import { type Chosen, choose, type Outcomes } from '../store.ts';

const names = ['any', 'match', 'undecided', 'unavailable', 'failed', 'skipped', 'clear', 'open'] as const satisfies readonly Outcomes[];
const tones: Partial<Record<Outcomes, 'bad' | 'doubt'>> = {
  match: 'bad',
  undecided: 'bad',
  failed: 'doubt',
  unavailable: 'doubt',
};
/** Milliseconds without a key before the rows are filtered. */
const pause = 250;

/** Returns the number of the run's rows under a filter. */
function countOf({ rows, counts, undecided }: Run, name: Outcomes): number {
  if (name === 'any') return rows;
  if (name === 'open') return counts.waiting;
  return name === 'undecided' ? undecided : counts[name];
}

const narrow = { active: 0, scrolled: 0, opened: null };

function TextFilter({ runId, text }: { runId: string; text: string }) {
  const { t } = useTranslation('bulk');
  const [typed, setTyped] = useState(text);
  const applied = useRef(text);
  useEffect(() => {
    // Changed from elsewhere: by "show all".
    if (applied.current !== text) {
      applied.current = text;
      setTyped(text);
      return;
    }
    if (typed.trim() === text) return;
    const timer = setTimeout(() => {
      applied.current = typed.trim();
      choose(runId, { text: applied.current, ...narrow, byPerson: true });
    }, pause);
    return () => clearTimeout(timer);
  }, [runId, typed, text]);
  return (
    <SearchField
      className="bulk-screening"
      label={t('filter.text')}
      placeholder={t('filter.placeholder')}
      maxLength={maxLengths.name}
      value={typed}
      onChange={setTyped}
    />
  );
}

/** On a small display they are one list, whose height does not change with the counts of a running run. */
export function Filters({ run, chosen }: { run: Run; chosen: Chosen }) {
  const { t } = useTranslation('bulk');
  const show = (outcome: Outcomes) => choose(run.id, { outcome, ...narrow, byPerson: true });
  return (
    <div className="ui-tags bulk-filters">
      <FilterGroup label={t('filter.label')} names={names} chosen={chosen.outcome} onChoose={show}>
        {(name) => {
          const count = countOf(run, name);
          return (
            <>
              {t(`filter.${name}`)}
              <FilterCount tone={count > 0 ? tones[name] : 'quiet'}>{amount(count)}</FilterCount>
            </>
          );
        }}
      </FilterGroup>
      <Select
        className="bulk-filter-list"
        label={t('filter.label')}
        hideLabel
        options={names.map((value) => ({ value, label: `${t(`filter.${value}`)} · ${amount(countOf(run, value))}` }))}
        value={chosen.outcome}
        onChange={show}
      />
      <TextFilter runId={run.id} text={chosen.text} />
    </div>
  );
}
