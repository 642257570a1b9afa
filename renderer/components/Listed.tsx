/** A list, or what is in its place. */
import './empty-state.css';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../shared/errors.ts';
import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';
import { ProblemBanner } from './ProblemBanner.tsx';

export type ListedProps = {
  /** Why the list could not be loaded; rows of before stay below it. */
  problem: Problem | null;
  /** Null until it is known. */
  count: number | null;
  loading: string;
  onAgain: () => void;
  /** In place of a list without rows. */
  empty: ReactNode;
  children: ReactNode;
};

export function Listed({ problem, count, loading, onAgain, empty, children }: ListedProps) {
  return (
    <>
      {problem && (
        <div className="ui-listed-problem">
          <ProblemBanner problem={problem} alert={!count} onAgain={onAgain} />
        </div>
      )}
      {!problem && count === null && <p className="ui-note">{loading}</p>}
      {count === 0 && !problem && empty}
      {count !== null && count > 0 && children}
    </>
  );
}

type NothingFoundProps = { title: string; showAll: string; onShowAll: () => void; children?: ReactNode };

/** In place of a list of which no row passes the filter. */
export function NothingFound({ title, showAll, onShowAll, children }: NothingFoundProps) {
  return (
    <EmptyState icon={SearchX} title={title} actions={<Button onPress={onShowAll}>{showAll}</Button>}>
      {children}
    </EmptyState>
  );
}
