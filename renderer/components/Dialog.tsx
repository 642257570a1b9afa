/** A window over the page. Escape and the close button do the same; the focus returns to where it was. Loaded with the first dialog. */
import { useState } from 'react';
import type { DialogProps } from './DialogWindow.tsx';
import { part } from './part.tsx';

const DialogWindow = part<DialogProps>(async () => (await import('./DialogWindow.tsx')).DialogWindow);

export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  return wasOpened ? <DialogWindow {...props} /> : null;
}
