/** Asks before something is lost or done twice, and says what. Enter confirms only when the confirming button has the focus. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export type ConfirmDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  /** What will be lost, or what may happen. */
  children: ReactNode;
  /** The act itself, as a verb: "Remove 3 documents". */
  confirmLabel: string;
  danger?: boolean;
};

export function ConfirmDialog({ isOpen, onClose, onConfirm, title, children, confirmLabel, danger = false }: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const confirm = () => {
    onClose();
    onConfirm();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose} autoFocus={danger}>
            {t('cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onPress={confirm} autoFocus={!danger}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div>{children}</div>
    </Dialog>
  );
}
