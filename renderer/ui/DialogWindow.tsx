/** The window of a dialog. */
import './dialog.css';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { DialogProps } from './Dialog.tsx';

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
