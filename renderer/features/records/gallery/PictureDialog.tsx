/** Pictures over the whole window: one after the other, or the two faces side by side. */
import '../viewer.css';
import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog } from '../../../components/index.ts';
import { saveFile } from '../actions.ts';
import type { Pair, ShownPicture } from '../pictures.ts';
import { useRecordWords } from '../words.ts';
import { ZoomPane } from './ZoomPane.tsx';

export type Viewing = { kind: 'one'; key: string } | { kind: 'pair' };

export type PictureDialogProps = {
  recordId: string;
  pictures: readonly ShownPicture[];
  pair: Pair;
  /** Null when no picture is open. */
  viewing: Viewing | null;
  onView: (viewing: Viewing | null) => void;
};

export function PictureDialog({ recordId, pictures, pair, viewing, onView }: PictureDialogProps) {
  const { t } = useTranslation(['recordView', 'ui']);
  const words = useRecordWords();
  const at = viewing?.kind === 'one' ? pictures.findIndex(({ key }) => key === viewing.key) : -1;
  const current = pictures[at];
  const sides = [pair.document, pair.customer].filter((side) => side !== null);
  const go = (by: number) => {
    const next = pictures[at + by];
    if (next) onView({ kind: 'one', key: next.key });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'PageDown') go(1);
    else if (event.key === 'PageUp') go(-1);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      full
      isOpen={viewing !== null}
      onClose={() => onView(null)}
      title={current ? t('pictures.viewer', { place: at + 1, of: pictures.length }) : t('compare.title')}
      actions={
        <>
          {current && (
            <>
              <Button icon={ChevronLeft} isDisabled={at === 0} onPress={() => go(-1)}>
                {t('pictures.previous')}
              </Button>
              <Button icon={ChevronRight} isDisabled={at === pictures.length - 1} onPress={() => go(1)}>
                {t('pictures.next')}
              </Button>
              <Button className="rec-dialog-save" icon={Download} onPress={() => void saveFile(recordId, current.file.id)}>
                {t('saveAs')}
              </Button>
            </>
          )}
          <Button onPress={() => onView(null)}>{t('ui:close')}</Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the panes inside */}
      <div className="rec-panes" onKeyDown={onKeyDown}>
        {(current ? [current] : viewing ? sides : []).map((picture, index) => (
          <ZoomPane key={picture.key} recordId={recordId} picture={picture} name={words.picture(picture)} autoFocus={index === 0} />
        ))}
      </div>
    </Dialog>
  );
}
