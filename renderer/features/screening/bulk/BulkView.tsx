/** Bulk screening: the runs, the draft of a new one, or the rows of one. */
import './bulk.css';
import { type ReactNode, useEffect } from 'react';
import { DraftPage } from './draft/DraftPage.tsx';
import { followDraft } from './draft/saved.ts';
import { RunList } from './RunList.tsx';
import { RunView } from './results/RunView.tsx';
import { runs, useBulk } from './store.ts';

export type BulkViewProps = {
  /** Renders a screening in full, by its id. */
  renderResult: (id: string) => ReactNode;
  onOpenSettings: () => void;
};

export function BulkView({ renderResult, onOpenSettings }: BulkViewProps) {
  useEffect(followDraft, []);
  const openRun = useBulk((state) => state.openRun);
  const run = runs.use(({ value }) => (openRun === null ? undefined : value?.[openRun]));
  const draft = useBulk((state) => (state.drafting ? state.draft : null));
  return (
    <div className="bulk">
      {run ? (
        <RunView key={run.id} run={run} renderResult={renderResult} />
      ) : draft ? (
        <DraftPage draft={draft} onOpenSettings={onOpenSettings} />
      ) : (
        <RunList onOpenSettings={onOpenSettings} />
      )}
    </div>
  );
}
