/** The whole report of a returned document, over the page. */
import { FileCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DocumentVerification } from '../../../shared/domain/signing.ts';
import { type Problem, problemOf } from '../../../shared/errors.ts';
import { languages } from '../../../shared/i18n/languages.ts';
import { call } from '../../bridge.ts';
import { Button, Dialog, ProblemBanner } from '../../components/index.ts';
import { languageName } from '../../i18n/index.ts';
import { fullTime } from '../../i18n/times.ts';
import { type Checked, saveReport } from './actions.ts';
import { ReportView } from './ReportView.tsx';

type Loaded = 'loading' | { problem: Problem } | { found: DocumentVerification | null };

export function ReportDialog({ checked, onClose }: { checked: Checked; onClose: () => void }) {
  const { t } = useTranslation(['verification', 'ui']);
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const { documentId, visitId, name } = checked;
  useEffect(() => {
    let shown = true;
    const show = (state: Loaded) => shown && setLoaded(state);
    call('signing.verification', { documentId, visitId }).then(
      (found) => show({ found }),
      (thrown: unknown) => show({ problem: problemOf(thrown) }),
    );
    return () => {
      shown = false;
    };
  }, [documentId, visitId]);
  const found = loaded !== 'loading' && 'found' in loaded ? loaded.found : null;
  return (
    <Dialog isOpen full onClose={onClose} title={t('dialog', { name })} actions={<Button onPress={onClose}>{t('ui:close')}</Button>}>
      <div className="vr-dialog">
        {loaded === 'loading' && <p role="status">{t('loading')}</p>}
        {loaded !== 'loading' && 'problem' in loaded && <ProblemBanner problem={loaded.problem} />}
        {loaded !== 'loading' && !('problem' in loaded) && found === null && <p>{t('none')}</p>}
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
