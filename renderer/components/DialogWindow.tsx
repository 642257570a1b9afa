/** The window of a dialog. */
import './dialog.css';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { setUnsaved } from '../state/unsaved.ts';
import { Button } from './Button.tsx';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  wide?: boolean;
  /** Nearly as large as the window, for close inspection; the content takes the remaining height. */
  full?: boolean;
  role?: 'dialog' | 'alertdialog';
  /** Something was typed that closing loses: Escape, and a click next to the dialog, ask first. */
  losesInput?: boolean;
};

export function DialogWindow(props: DialogProps) {
  const { isOpen, onClose, title, children, actions, wide = false, full = false, role = 'dialog', losesInput = false } = props;
  const { t } = useTranslation('ui');
  const [isAsking, setAsking] = useState(false);
  const id = useId();
  useEffect(() => {
    setUnsaved(id, isOpen && losesInput);
    return () => setUnsaved(id, false);
  }, [id, isOpen, losesInput]);
  const stay = () => setAsking(false);
  const leave = () => (losesInput ? setAsking(true) : onClose());
  return (
    <ModalOverlay className="ui-modal-back" isOpen={isOpen} isDismissable={role === 'dialog'} onOpenChange={(open) => !open && leave()}>
      <Modal className={`ui-modal ${wide ? 'ui-modal-wide' : ''} ${full ? 'ui-modal-full' : ''}`}>
        <AriaDialog className="ui-dialog" role={role}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          {actions && <div className="ui-dialog-actions">{actions}</div>}
          {isAsking && (
            <DialogWindow
              isOpen
              onClose={stay}
              title={t('discard.title')}
              role="alertdialog"
              actions={
                <>
                  <Button onPress={stay} autoFocus>
                    {t('cancel')}
                  </Button>
                  <Button variant="danger" onPress={onClose}>
                    {t('discard.confirm')}
                  </Button>
                </>
              }
            >
              <p>{t('discard.loss')}</p>
            </DialogWindow>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
