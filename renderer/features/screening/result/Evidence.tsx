/** The exports of an answer: the certificate in each language, and the answer as received. */
import { Braces, FileCheck, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningView } from '../../../../shared/domain/screening.ts';
import { languages } from '../../../../shared/i18n/languages.ts';
import { Button } from '../../../components/index.ts';
import { languageName } from '../../../i18n/index.ts';
import { saveCertificate, searchAgain } from '../actions.ts';
import { useScreening } from '../store.ts';
import { RawAnswer } from './RawAnswer.tsx';

export function Evidence({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const busy = useScreening((state) => state.running !== null);
  const [raw, setRaw] = useState(false);
  if (view.state !== 'done' && view.sha256 === null) return null;
  return (
    <div className="scr-evidence">
      {view.state === 'done' && (
        <fieldset className="scr-certificate">
          <legend>{t('certificate.label')}</legend>
          {languages.map((language) => (
            <Button key={language} size="small" icon={FileCheck} onPress={() => void saveCertificate(view.id, language)}>
              {t('certificate.in', { language: languageName(language) })}
            </Button>
          ))}
        </fieldset>
      )}
      <div className="scr-answer-acts">
        {view.sha256 !== null && (
          <Button size="small" icon={Braces} onPress={() => setRaw(true)}>
            {t('raw.show')}
          </Button>
        )}
        {view.state === 'done' && (
          <Button size="small" icon={RotateCw} isDisabled={busy} onPress={() => void searchAgain(view.query)}>
            {t('failed.again')}
          </Button>
        )}
      </div>
      {raw && <RawAnswer id={view.id} onClose={() => setRaw(false)} />}
    </div>
  );
}
