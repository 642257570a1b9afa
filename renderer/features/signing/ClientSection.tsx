/** Whom the documents are signed for, and the references by which the answer names them. */
import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, TextField } from '../../ui/index.ts';
import { chooseReferences } from './actions.ts';
import { useSigning } from './store.ts';

export function ClientSection() {
  const { t } = useTranslation('signing');
  const clientInfo = useSigning((state) => state.clientInfo);
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
