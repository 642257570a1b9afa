/** The entries of the lists, grouped by list, with filters by list, category and country. */
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import { Button, Select } from '../../../components/index.ts';
import { type Counted, choicesOf, everyMatch, groupedMatches, type MatchFilter } from '../derive.ts';
import { MatchCard } from './MatchCard.tsx';

const kinds = ['list', 'category', 'country'] as const;

type FilterProps = { choices: Record<keyof MatchFilter, Counted[]>; filter: MatchFilter; onChange: (filter: MatchFilter) => void };

/** Keys of the options: a value of the provider may be any text, even an empty one. */
const valueKey = (value: string | null): string => (value === null ? 'all' : `=${value}`);

function Filters({ choices, filter, onChange }: FilterProps) {
  const { t } = useTranslation('screening');
  const worthChoosing = kinds.filter((kind) => choices[kind].length > 1);
  if (worthChoosing.length === 0) return null;
  return (
    <div className="scr-filters">
      {worthChoosing.map((kind) => (
        <Select
          key={kind}
          label={t(`matches.filter.${kind}`)}
          options={[
            { value: 'all', label: t('matches.filter.all') },
            ...choices[kind].map(({ name, count }) => ({
              value: valueKey(name),
              label: t('matches.filter.choice', { name: name === '' ? t(`matches.none.${kind}`) : name, count }),
            })),
          ]}
          value={valueKey(filter[kind])}
          onChange={(key) => onChange({ ...filter, [kind]: key === 'all' ? null : key.slice(1) })}
        />
      ))}
    </div>
  );
}

/** Fewer are read at a glance. */
const minFiltered = 6;

/** Matches drawn at once: each is a card with its own form. */
const stretch = 60;

export function Matches({ view }: { view: ScreeningView }) {
  const { t } = useTranslation(['screening', 'ui']);
  const [filter, setFilter] = useState(everyMatch);
  const [drawn, setDrawn] = useState(stretch);
  const choices = useMemo(() => choicesOf(view.matches), [view.matches]);
  const groups = useMemo(() => groupedMatches(view.matches, filter), [view.matches, filter]);
  if (view.matches.length === 0) return null;
  const passing = groups.reduce((sum, { matches }) => sum + matches.length, 0);
  let left = drawn;
  return (
    <section className="ui-section scr-section" aria-labelledby={`scr-matches-${view.id}`}>
      <h3 id={`scr-matches-${view.id}`}>{t('matches.title', { count: view.matches.length })}</h3>
      {view.matches.length >= minFiltered && <Filters choices={choices} filter={filter} onChange={setFilter} />}
      <p className="ui-help" role="status">
        {passing < view.matches.length ? t('matches.shown', { count: passing, total: view.matches.length }) : ''}
      </p>
      {passing === 0 && <Button onPress={() => setFilter(everyMatch)}>{t('history.showAll')}</Button>}
      {groups.map(({ list, matches }) => {
        const shown = matches.slice(0, Math.max(0, left));
        left -= shown.length;
        if (shown.length === 0) return null;
        return (
          <section key={list} className="scr-group" aria-label={list === '' ? t('matches.none.list') : list}>
            <h4>
              {list === '' ? t('matches.none.list') : list} <span className="scr-count">{matches.length}</span>
            </h4>
            <ul>
              {shown.map((match) => (
                <li key={match.number}>
                  <MatchCard view={view} match={match} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {passing > drawn && <Button onPress={() => setDrawn(drawn + stretch)}>{t('ui:tree.more', { count: passing - drawn })}</Button>}
    </section>
  );
}
