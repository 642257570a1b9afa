/** Three panes: the documents, the page, and the panel with the data sent along. */
import './documents.css';
import './panel.css';
import './signing.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { part } from '../../components/index.ts';
import { useJobs } from '../../state/jobs.ts';
import { ClientSection, ReferencesSection, type VisitProps } from './ClientSection.tsx';
import { DocumentsPane } from './DocumentsPane.tsx';
import { OutputSection } from './OutputSection.tsx';
import { PagePane } from './PagePane.tsx';
import { PlacementSection } from './PlacementSection.tsx';
import { SendSection } from './SendSection.tsx';
import { useSigning } from './store.ts';

const ResultCard = part(async () => (await import('./ResultCard.tsx')).ResultCard);

type Props = VisitProps & {
  onOpenSettings: () => void;
  /** Shows a document in the queue, or the queue as a whole. */
  onOpenQueue: (documentId?: string) => void;
};

export function SigningView({ onOpenSettings, onOpenQueue, renderVisit }: Props) {
  const { t } = useTranslation('signing');
  const document = useSigning((state) => state.documents.find(({ id }) => id === state.currentId) ?? null);
  const job = useJobs((state) => (document ? state.jobs[document.id] : undefined));
  const panel = useRef<HTMLDivElement>(null);
  const resultOf = job && `${job.documentId} ${job.status}`;
  useEffect(() => {
    // The result is at the top of the panel.
    if (resultOf !== undefined) panel.current?.scrollTo({ top: 0 });
  }, [resultOf]);
  return (
    <div className="sign">
      <DocumentsPane />
      <PagePane document={document} />
      <section className="sign-panel" aria-label={t('panel.label')}>
        <div className="sign-panel-scroll" ref={panel}>
          {document && job && <ResultCard document={document} job={job} onOpenQueue={onOpenQueue} />}
          <ClientSection renderVisit={renderVisit} />
          <PlacementSection document={document} />
          <ReferencesSection />
          <OutputSection />
        </div>
        <SendSection onOpenSettings={onOpenSettings} onOpenQueue={() => onOpenQueue()} />
      </section>
    </div>
  );
}
