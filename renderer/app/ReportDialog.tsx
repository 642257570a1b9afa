/** The report of a problem: shows all of it before a person saves it. */
import './report.css';
import { FolderSearch, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { type Problem, problemOf } from '../../shared/errors.ts';
import type { SavedFile } from '../../shared/ipc/app.ts';
import type { ReportFile } from '../../shared/ipc/report.ts';
import { call } from '../bridge.ts';
import { Button, Dialog, ProblemBanner } from '../components/index.ts';
import { sizeWords } from '../i18n/formats.ts';
import { showSaved } from '../state/saved.ts';

type Shown = { files: readonly ReportFile[] | null; saved: SavedFile | null; problem: Problem | null };

function Files({ files }: { files: readonly ReportFile[] }) {
  const { t } = useTranslation('dialogs');
  const [name, setName] = useState(files[0]?.name);
  const text = files.find((file) => file.name === name)?.text;
  return (
    <div className="app-report-files">
      <ListBox
        className="ui-list"
        aria-label={t('report.files')}
        items={files}
        selectionMode="single"
        selectionBehavior="replace"
        disallowEmptySelection
        selectedKeys={name === undefined ? [] : [name]}
        onSelectionChange={(selection) => selection !== 'all' && setName([...selection].map(String)[0])}
      >
        {(file) => (
          <ListBoxItem id={file.name} className="ui-option" textValue={file.name}>
            <span>{file.name}</span>
            <span className="ui-total">{sizeWords(file.size)}</span>
          </ListBoxItem>
        )}
      </ListBox>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <section className="app-report-text" aria-label={t('report.content')} tabIndex={0}>
        {text === '' ? <p className="ui-help">{t('report.empty')}</p> : <pre>{text}</pre>}
      </section>
    </div>
  );
}

export function ReportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['dialogs', 'ui']);
  const [{ files, saved, problem }, setShown] = useState<Shown>({ files: null, saved: null, problem: null });
  const show = (change: Partial<Shown>) => setShown((shown) => ({ ...shown, ...change }));
  useEffect(() => {
    call('report.make').then(
      (made) => setShown((shown) => ({ ...shown, files: made.files })),
      (thrown) => setShown((shown) => ({ ...shown, problem: problemOf(thrown) })),
    );
  }, []);
  const save = async () => {
    try {
      const written = await call('report.save');
      if (written !== null) show({ saved: written, problem: null });
    } catch (thrown) {
      show({ problem: problemOf(thrown) });
    }
  };
  return (
    <Dialog
      isOpen
      full
      onClose={onClose}
      title={t('report.title')}
      actions={
        <>
          {saved !== null && (
            <Button icon={FolderSearch} onPress={() => showSaved(saved.savedId)}>
              {t('ui:showInFolder')}
            </Button>
          )}
          <Button onPress={onClose}>{t('ui:close')}</Button>
          <Button variant="primary" isDisabled={files === null} onPress={() => void save()}>
            {t('report.save')}
          </Button>
        </>
      }
    >
      <p>
        {t('report.about')} {t('report.none')}
      </p>
      {problem && <ProblemBanner problem={problem} alert />}
      <p role="status" className={saved === null ? 'sr-only' : 'app-report-saved'}>
        {saved === null ? '' : t('ui:saved', { name: saved.name })}
      </p>
      {files !== null && <Files files={files} />}
      {files === null && problem === null && (
        <p className="app-report-making">
          <LoaderCircle size={20} aria-hidden="true" className="ui-spin" /> {t('report.making')}
        </p>
      )}
    </Dialog>
  );
}
