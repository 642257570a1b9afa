/** Lists of persons: those there are, one that is being prepared, or the rows of one. */
import './mass.css';
import type { ReactNode } from 'react';
import { DraftPage } from './draft/DraftPage.tsx';
import { Lists } from './Lists.tsx';
import { RunView } from './results/RunView.tsx';
import { useMass } from './store.ts';

export type MassViewProps = {
  /** A search in full, by its id. */
  renderResult: (id: string) => ReactNode;
  onOpenSettings: () => void;
};

export function MassView({ renderResult, onOpenSettings }: MassViewProps) {
  const run = useMass(({ runs, openRun }) => (openRun === null ? undefined : runs?.[openRun]));
  const draft = useMass((state) => (state.drafting ? state.draft : null));
  return (
    <div className="mass">
      {run ? (
        <RunView key={run.id} run={run} renderResult={renderResult} />
      ) : draft ? (
        <DraftPage draft={draft} onOpenSettings={onOpenSettings} />
      ) : (
        <Lists onOpenSettings={onOpenSettings} />
      )}
    </div>
  );
}
