/** The outcome of a check at one glance: its icon, and words in a card of its tone. The large word has the class `ui-outcome-word`. */
import './outcome-head.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './StatusTag.tsx';

export type OutcomeHeadProps = { tone: Tone; icon: LucideIcon; spin?: boolean; className?: string; children: ReactNode };

export function OutcomeHead({ tone, icon: Icon, spin = false, className = '', children }: OutcomeHeadProps) {
  return (
    <div className={`ui-outcome tone-${tone} ${className}`}>
      <Icon size={44} strokeWidth={1.7} aria-hidden="true" className={spin ? 'ui-spin' : ''} />
      <div className="ui-outcome-words">{children}</div>
    </div>
  );
}
