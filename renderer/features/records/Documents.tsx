/** Signed documents of a record and its other files: to open, save, and distinguish by their hash. */
import { Download, FileQuestion, FileText } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordFile, RecordView } from '../../../shared/domain/records/record.ts';
import { Button, Dialog, FileName, IconButton } from '../../components/index.ts';
import { sizeWords } from '../../i18n/formats.ts';
import { saveFile } from './actions.ts';
import { CopyValue } from './CopyValue.tsx';
import { isAmongPictures } from './pictures.ts';
import './viewer.css';
import { recordFileUrl } from '../../../shared/ipc/visits.ts';
import { PdfWorkbench } from '../../pdf/index.ts';

type Listed = { file: RecordFile; name: string };

const isPdf = (file: RecordFile) => file.mime === 'application/pdf';

function DocumentRow({ recordId, listed, onOpen }: { recordId: string; listed: Listed; onOpen: (listed: Listed) => void }) {
  const { t } = useTranslation(['recordView', 'ui']);
  const { file, name } = listed;
  const Icon = isPdf(file) ? FileText : FileQuestion;
  return (
    <li className="rec-document">
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
      <div>
        <FileName name={name} />
        <p className="ui-help">
          {sizeWords(file.size)} · SHA-256
          <code className="rec-hash" title={file.sha256}>
            {file.sha256}
          </code>
          <CopyValue label={t('documents.sha256', { name })} value={file.sha256} />
          {!file.decoded && <span>{t('documents.asText')}</span>}
        </p>
      </div>
      {isPdf(file) && (
        <Button size="small" aria-label={t('documents.openName', { name })} onPress={() => onOpen(listed)}>
          {t('ui:open')}
        </Button>
      )}
      <IconButton size="small" icon={Download} aria-label={t('save', { name })} onPress={() => void saveFile(recordId, file.id)} />
    </li>
  );
}

type DocumentDialogProps = { recordId: string; opened: { file: RecordFile; name: string } | null; onClose: () => void };

/** A signed document, read inside the station. */
function DocumentDialog({ recordId, opened, onClose }: DocumentDialogProps) {
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

export function Documents({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const id = useId();
  const [opened, setOpened] = useState<Listed | null>(null);
  const documents = view.documents.map(({ name, number, file }) => ({
    file,
    name: name ?? t('documents.unnamed', { number: number + 1 }),
  }));
  const others = view.otherFiles.filter((file) => !isAmongPictures(file)).map((file) => ({ file, name: file.path.join('.') }));
  const list = (listed: Listed[]) => (
    <ul className="rec-documents">
      {listed.map((one) => (
        <DocumentRow key={one.file.id} recordId={view.id} listed={one} onOpen={setOpened} />
      ))}
    </ul>
  );
  return (
    <section className="ui-section" aria-labelledby={id}>
      <h2 id={id}>{t('documents.title')}</h2>
      {documents.length > 0 ? (
        list(documents)
      ) : (
        <p className="ui-help">{t(view.wish.documents ? 'documents.noneCame' : 'documents.notAsked')}</p>
      )}
      {others.length > 0 && (
        <>
          <h3>{t('documents.others')}</h3>
          {list(others)}
        </>
      )}
      <DocumentDialog recordId={view.id} opened={opened} onClose={() => setOpened(null)} />
    </section>
  );
}
