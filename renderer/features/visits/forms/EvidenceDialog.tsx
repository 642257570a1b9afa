/** Writes one file with all evidence of the visit: what it contains, and what was written. */
import { sizeWords } from '../../../i18n/formats.ts';
import './forms.css';
import { Copy, FolderSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EvidenceWish } from '../../../../shared/domain/visits/visit.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { copyText } from '../../../components/copy-text.ts';
import { announce, Banner, Button, Checkbox, Dialog, IconButton, ProblemBanner } from '../../../components/index.ts';
import { useInfo } from '../../../state/info.ts';
import { showSaved } from '../../../state/saved.ts';
import { sayWritten, type WrittenEvidence, writeEvidence } from '../actions.ts';

function Written({ result, onClose }: { result: WrittenEvidence; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'ui']);
  const place = useRef<HTMLDivElement>(null);
  const said = t('said.evidence', { name: result.name });
  useEffect(() => {
    place.current?.querySelector<HTMLElement>('.ui-dialog-actions button')?.focus();
    // A dialog that is open already does not read its new title.
    announce(said);
  }, [said]);
  return (
    <div className="cust-form" ref={place}>
      <dl className="cust-facts">
        <dt>{t('evidence.file')}</dt>
        <dd>{result.name}</dd>
        <dt>{t('evidence.holds')}</dt>
        <dd>{t('evidence.parts', { count: result.parts, size: sizeWords(result.size) })}</dd>
        <dt>{t('evidence.sha256')}</dt>
        <dd className="cust-sum">
          <code>{result.sha256}</code>
          <IconButton icon={Copy} size="small" aria-label={t('evidence.copy')} onPress={() => void copyText(result.sha256)} />
        </dd>
      </dl>
      {result.missing.length > 0 && (
        <Banner
          tone="doubt"
          alert
          what={t('evidence.missing', { count: result.missing.length })}
          why={t('evidence.missingWhy')}
          do={result.missing.join(', ')}
        />
      )}
      <p className="ui-help">{t('evidence.keep')}</p>
      <div className="ui-dialog-actions">
        <Button icon={FolderSearch} onPress={() => showSaved(result.savedId)}>
          {t('ui:showInFolder')}
        </Button>
        <Button variant="primary" onPress={onClose}>
          {t('evidence.done')}
        </Button>
      </div>
    </div>
  );
}

export function EvidenceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['customers', 'ui']);
  const { language } = useInfo();
  const [wish, setWish] = useState<EvidenceWish>({ images: true, video: false });
  const [writing, setWriting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [result, setResult] = useState<WrittenEvidence | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const write = async () => {
    if (writing) return;
    setWriting(true);
    const written = await writeEvidence(id, wish, language);
    if (!isShown.current) return sayWritten(written);
    setWriting(false);
    setProblem('problem' in written ? written.problem : null);
    if ('result' in written) setResult(written.result);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t(result ? 'evidence.written' : 'evidence.title')}>
      {result ? (
        <Written result={result} onClose={onClose} />
      ) : (
        <div className="cust-form">
          <p>{t('evidence.words')}</p>
          <fieldset className="cust-choices">
            <legend className="ui-label">{t('evidence.too')}</legend>
            {(['images', 'video'] as const).map((part) => (
              <Checkbox key={part} isSelected={wish[part]} onChange={(wanted) => setWish({ ...wish, [part]: wanted })}>
                {t(`evidence.wish.${part}`)}
              </Checkbox>
            ))}
          </fieldset>
          <p role="status" className="sr-only">
            {writing ? t('evidence.writing') : ''}
          </p>
          {problem && <ProblemBanner problem={problem} alert />}
          <div className="ui-dialog-actions">
            <Button onPress={onClose}>{t('ui:cancel')}</Button>
            <Button variant="primary" onPress={() => void write()} autoFocus>
              {t(writing ? 'evidence.writing' : 'evidence.write')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
