/**
 * Handles files dropped on one part of the page. It marks them as taken by preventing the default; the handler
 * of the whole window ignores those.
 */
import { type DragEvent, useState } from 'react';

/**
 * Whether files are over the part itself, and no part inside it takes them. React also reports files over the part's dialogs, which
 * are elsewhere on the page.
 */
function holdsFiles(event: DragEvent): boolean {
  const { dataTransfer, target, currentTarget } = event;
  return !event.isDefaultPrevented() && dataTransfer.types.includes('Files') && target instanceof Node && currentTarget.contains(target);
}

/** `handlers` belong on the part; `over` is true while files are dragged over it. */
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
