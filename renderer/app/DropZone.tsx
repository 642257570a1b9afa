/** Accepts files and folders dropped anywhere on the window. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropCover } from '../components/index.ts';
import { isDialogOpen } from '../components/use-window-keys.ts';
import { takeDropped } from '../features/signing/actions.ts';
import { goTo } from './view.ts';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

export function DropZone() {
  const { t } = useTranslation('app');
  const [over, setOver] = useState(false);

  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // A part of the page that takes the files itself has prevented the default.
      if (event.defaultPrevented) return setOver(false);
      // Without preventDefault the window would navigate to the file.
      event.preventDefault();
      const behind = isDialogOpen();
      if (behind && event.dataTransfer) event.dataTransfer.dropEffect = 'none';
      setOver(!behind);
    };
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      if (!holdsFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      if (isDialogOpen()) return;
      goTo('sign');
      void takeDropped([...(event.dataTransfer?.files ?? [])]);
    };
    // A part that appears under the files as they are dropped is only entered: unless that counts, they are refused.
    window.addEventListener('dragenter', hold);
    window.addEventListener('dragover', hold);
    window.addEventListener('dragleave', onDragLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', hold);
      window.removeEventListener('dragover', hold);
      window.removeEventListener('dragleave', onDragLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, []);

  return over ? <DropCover>{t('drop')}</DropCover> : null;
}
