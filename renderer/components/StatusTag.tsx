/** A state: icon, word and colour together. Red needs a person, amber is doubt, green only what was checked. */
import './status-tag.css';
import type { LucideIcon } from 'lucide-react';

export type Tone = 'good' | 'bad' | 'doubt' | 'busy' | 'quiet';

export type StatusTagProps = { tone: Tone; icon: LucideIcon; children: string; spin?: boolean };

export function StatusTag({ tone, icon: Icon, children, spin = false }: StatusTagProps) {
  return (
    <span className={`ui-tag tone-${tone}`}>
      <Icon size={13} strokeWidth={2.4} aria-hidden="true" className={spin ? 'ui-spin' : ''} />
      {children}
    </span>
  );
}
