/** The whole report of a returned document, over the page. */
import { FileCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../shared/i18n/languages.ts';
import { call } from '../../bridge.ts';
import { Button, Dialog, ProblemBanner } from '../../components/index.ts';
import { fullTime } from '../../i18n/formats.ts';
import { languageName } from '../../i18n/index.ts';
import { useRemote } from '../../state/remote.ts';
import { type Checked, saveReport } from './actions.ts';
import { ReportView } from './ReportView.tsx';

export function ReportDialog({ checked, onClose }: { checked: Checked; onClose: () => void }) {
  const { t } = useTranslation(['verification', 'ui']);
  const { documentId, visitId, name } = checked;
  const loaded = useRemote(`${documentId} ${visitId ?? ''}`, async () => ({
    found: await call('signing.verification', { documentId, visitId }),
  }));
  const found = loaded.value?.found ?? null;
  return (
    <Dialog isOpen full onClose={onClose} title={t('dialog', { name })} actions={<Button onPress={onClose}>{t('ui:close')}</Button>}>
      <div className="vr-dialog">
        {!loaded.value && !loaded.problem && <p role="status">{t('loading')}</p>}
        {loaded.problem && <ProblemBanner problem={loaded.problem} />}
        {loaded.value && found === null && <p>{t('none')}</p>}
        {found !== null && (
          <ReportView
            report={found.report}
            about={<p className="ui-help">{t('checkedAt', { when: fullTime(found.at) })}</p>}
            actions={languages.map((language) => (
              <Button key={language} size="small" icon={FileCheck} onPress={() => void saveReport(checked, language)}>
                {t('save', { language: languageName(language) })}
              </Button>
            ))}
          />
        )}
      </div>
    </Dialog>
  );
}
