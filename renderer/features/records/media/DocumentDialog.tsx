/** A signed document, read inside the station. */
import '../viewer.css';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordFile } from '../../../../shared/domain/record.ts';
import { recordFileUrl } from '../../../../shared/ipc/visits.ts';
import { Button, Dialog } from '../../../components/index.ts';
import { PdfWorkbench } from '../../../pdf/index.ts';
import { saveFile } from '../actions.ts';

export type DocumentDialogProps = { recordId: string; opened: { file: RecordFile; name: string } | null; onClose: () => void };

export function DocumentDialog({ recordId, opened, onClose }: DocumentDialogProps) {
  const { t } = useTranslation(['recordView', 'ui']);
  return (
    <Dialog
      full
      isOpen={opened !== null}
      onClose={onClose}
      title={opened?.name ?? ''}
      actions={
        <>
          {opened && (
            <Button icon={Download} onPress={() => void saveFile(recordId, opened.file.id)}>
              {t('saveAs')}
            </Button>
          )}
          <Button onPress={onClose}>{t('ui:close')}</Button>
        </>
      }
    >
      <div className="rec-pdf">
        {opened && (
          <PdfWorkbench
            documentId={opened.file.id}
            url={recordFileUrl(recordId, opened.file.id)}
            name={opened.name}
            pages={[]}
            rule={null}
            onRuleChange={() => undefined}
            readOnly
          />
        )}
      </div>
    </Dialog>
  );
}
