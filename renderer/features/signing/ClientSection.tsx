/** The client that the documents are signed for, and the references by which the answer names them. */
import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, TextField } from '../../components/index.ts';
import { chooseReferences } from './actions.ts';
import { useSigning } from './store.ts';

export type VisitProps = {
  /** Renders the visit that the documents are signed for, and the findings of the branch's policy; supplied from outside this area. */
  renderVisit: (about: { visit: { id: string; name: string } | null; clientInfo: string; onLeave: () => void }) => ReactNode;
};

export function ClientSection({ renderVisit }: Pick<VisitProps, 'renderVisit'>) {
  const { t } = useTranslation('signing');
  const { clientInfo, visit } = useSigning();
  return (
    <section className="sign-section" aria-labelledby="sign-client" data-field="client">
      <h2 id="sign-client">{t('client.title')}</h2>
      <TextField
        label={t('client.label')}
        description={t('client.help')}
        value={clientInfo}
        maxLength={4000}
        onChange={(typed) => useSigning.setState({ clientInfo: typed })}
      />
      {renderVisit({ visit, clientInfo, onLeave: () => useSigning.setState({ visit: null }) })}
    </section>
  );
}

export function ReferencesSection() {
  const { t } = useTranslation('signing');
  return (
    <section className="sign-section" aria-labelledby="sign-references">
      <h2 id="sign-references">{t('references.title')}</h2>
      <p className="ui-help">{t('references.help')}</p>
      <Button size="small" icon={FileSpreadsheet} onPress={() => void chooseReferences()}>
        {t('references.choose')}
      </Button>
    </section>
  );
}
