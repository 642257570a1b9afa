/**
 * Files that are dropped on one part of the page. It says that it takes them by preventing the default; what takes them
 * anywhere on the window leaves those alone.
 */
import { type DragEvent, useState } from 'react';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** `handlers` are the part's; `over` while files are held over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    handlers: {
      onDragEnter: hold,
      onDragOver: hold,
      onDragLeave(event: DragEvent) {
        const { relatedTarget, currentTarget } = event;
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
