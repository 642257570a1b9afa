/** Covers the drop target while files are dragged over it, and says what dropping them does. */
import './drop-cover.css';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** `part`: covers only the positioned part of the page that contains it; otherwise the whole window. */
export function DropCover({ part = false, children }: { part?: boolean; children: ReactNode }) {
  return (
    <div className={part ? 'ui-drop ui-drop-part' : 'ui-drop'}>
      <p>
        <FileDown size={32} aria-hidden="true" />
        {children}
      </p>
    </div>
  );
}
