/** The actions on the whole record: copy, print, export. */
import { Copy, FileOutput, Printer } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { Button } from '../../components/index.ts';
import { copy, print } from './actions.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { textOf } from './text.ts';
import { useTextWords } from './text-words.ts';
import { useRecordWords } from './words.ts';

export function Acts({ view, page }: { view: RecordView; page: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const textWords = useTextWords();
  const [exporting, setExporting] = useState(false);
  return (
    <div className="rec-acts">
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
