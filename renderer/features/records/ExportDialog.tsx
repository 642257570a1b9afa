/** Exports the record to a file: in which format, and whether with pictures and documents. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { Button, Checkbox, Dialog, Select } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { type ExportChoice, exportRecord } from './actions.ts';

export function ExportDialog({ view, isOpen, onClose }: { view: RecordView; isOpen: boolean; onClose: () => void }) {
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
