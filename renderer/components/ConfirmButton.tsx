/** A button that asks before it acts. The dialog closes when the button is removed. */
import { useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

type Props = Omit<ButtonProps, 'onPress' | 'children'> &
  Omit<ConfirmDialogProps, 'isOpen' | 'onClose'> & {
    /** The label of the button. */
    label: string;
    /** False: acts without asking. */
    asks?: boolean;
  };

export function ConfirmButton({ label, asks = true, title, children, confirmLabel, onConfirm, danger = false, ...button }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} onPress={asks ? () => setOpen(true) : onConfirm}>
        {label}
      </Button>
      <ConfirmDialog isOpen={isOpen} onClose={close} onConfirm={onConfirm} title={title} confirmLabel={confirmLabel} danger={danger}>
        {children}
      </ConfirmDialog>
    </>
  );
}
