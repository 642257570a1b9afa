/** The window of a dialog. */
import './dialog.css';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';

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
};

export function DialogWindow({ isOpen, onClose, title, children, actions, wide = false, full = false, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay className="ui-modal-back" isOpen={isOpen} isDismissable={role === 'dialog'} onOpenChange={(open) => !open && onClose()}>
      <Modal className={`ui-modal ${wide ? 'ui-modal-wide' : ''} ${full ? 'ui-modal-full' : ''}`}>
        <AriaDialog className="ui-dialog" role={role}>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
          {actions && <div className="ui-dialog-actions">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
