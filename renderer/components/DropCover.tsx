/** Covers what files are held over, and says what dropping them does. */
import './drop-cover.css';
import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';

/** `part`: only the part of the page that it stands in, which is positioned; else the whole window. */
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
