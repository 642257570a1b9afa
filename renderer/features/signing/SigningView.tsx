/** Three panes: the documents, the page, and the panel with what is sent along. */
import './signing.css';
import { useTranslation } from 'react-i18next';
import { ClientSection, ReferencesSection } from './ClientSection.tsx';
import { DocumentsPane } from './DocumentsPane.tsx';
import { OutputSection } from './OutputSection.tsx';
import { PagePane } from './PagePane.tsx';
import { PlacementSection } from './PlacementSection.tsx';
import { ResultCard } from './ResultCard.tsx';
import { SendSection } from './SendSection.tsx';
import { useSigning } from './store.ts';

export function SigningView({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('signing');
  const document = useSigning((state) => state.documents.find(({ id }) => id === state.currentId) ?? null);
  const job = useSigning((state) => (document ? state.jobs[document.id] : undefined));
  return (
    <div className="sign">
      <DocumentsPane />
      <PagePane document={document} />
      <section className="sign-panel" aria-label={t('panel.label')}>
        {/* Focusable so that the keyboard can scroll it. */}
        <div className="sign-panel-scroll">
          {document && job && <ResultCard document={document} job={job} />}
          <PlacementSection document={document} />
          <ClientSection />
          <ReferencesSection />
          <OutputSection />
        </div>
        <SendSection onOpenSettings={onOpenSettings} />
      </section>
    </div>
  );
}
