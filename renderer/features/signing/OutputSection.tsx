/** Where signed files go. */
import { FolderOutput } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { chooseOutputFolder } from './actions.ts';

export function OutputSection() {
  const { t } = useTranslation('signing');
  const { outputFolder } = useInfo().settings;
  return (
    <section className="sign-section" aria-labelledby="sign-output">
      <h2 id="sign-output">{t('output.title')}</h2>
      <p className="sign-output" title={outputFolder ?? undefined}>
        {outputFolder ?? t('output.beside')}
      </p>
      <div className="sign-buttons">
        <Button size="small" icon={FolderOutput} onPress={() => void chooseOutputFolder(false)}>
          {t('output.change')}
        </Button>
        {outputFolder !== null && (
          <Button size="small" variant="quiet" onPress={() => void chooseOutputFolder(true)}>
            {t('output.besideAgain')}
          </Button>
        )}
      </div>
    </section>
  );
}
