/** The actions on the whole record: copy, print, export. */

import { Copy, FileOutput, Printer } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/records/record.ts';
import { Button, Checkbox, Dialog, Select } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { copy, type ExportChoice, exportRecord, print } from './actions.ts';
import { textOf } from './text.ts';
import { useRecordWords, useTextWords } from './words.ts';

/** Exports the record to a file: in which format, and whether with pictures and documents. */
function ExportDialog({ view, isOpen, onClose }: { view: RecordView; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation(['recordView', 'ui']);
  const { language } = useInfo();
  const [choice, setChoice] = useState<ExportChoice>({ format: 'pdf', files: true });
  const [writing, setWriting] = useState(false);
  const write = async () => {
    setWriting(true);
    const written = await exportRecord(view.id, choice, language);
    setWriting(false);
    if (written) onClose();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('export.title')}
      actions={
        <>
          <Button onPress={onClose}>{t('ui:cancel')}</Button>
          <Button variant="primary" isDisabled={writing} onPress={() => void write()} autoFocus>
            {t('export.do')}
          </Button>
        </>
      }
    >
      <Select
        label={t('export.format')}
        description={t(`export.about.${choice.format}`)}
        options={[
          { value: 'pdf', label: t('export.pdf') },
          { value: 'json', label: t('export.json') },
        ]}
        value={choice.format}
        onChange={(format) => setChoice({ ...choice, format })}
      />
      <Checkbox isSelected={choice.files} onChange={(files) => setChoice({ ...choice, files })}>
        {t(`export.files.${choice.format}`)}
      </Checkbox>
    </Dialog>
  );
}

export function RecordActs({ view, page }: { view: RecordView; page: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const textWords = useTextWords();
  const [exporting, setExporting] = useState(false);
  return (
    <div className="ui-acts">
      <Button icon={Copy} onPress={() => void copy(textOf(view, words, textWords(view)))}>
        {t('copy')}
      </Button>
      <Button icon={Printer} onPress={() => page.current && void print(page.current)}>
        {t('print')}
      </Button>
      <Button icon={FileOutput} onPress={() => setExporting(true)}>
        {t('export.open')}
      </Button>
      <ExportDialog view={view} isOpen={exporting} onClose={() => setExporting(false)} />
    </div>
  );
}
