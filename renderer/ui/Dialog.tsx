/** A window over the page. Escape and the close button do the same; focus comes back to where it was. Loaded with the first one. */
import { type ReactNode, useState } from 'react';
import { part } from './part.tsx';

export type DialogProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  wide?: boolean;
  /** Nearly as large as the window, for what is looked at closely; its content takes the height that is left. */
  full?: boolean;
  role?: 'dialog' | 'alertdialog';
};

const DialogWindow = part<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow);

export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <DialogWindow {...props} /> : null;
}
