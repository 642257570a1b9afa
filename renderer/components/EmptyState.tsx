/** Shown in an empty place: what the place is for and how to begin. */
import './empty-state.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** Content under the actions. */
  more?: ReactNode;
};

export function EmptyState({ icon: Icon, title, children, actions, more }: EmptyStateProps) {
  return (
    <div className="ui-empty">
      <Icon size={36} strokeWidth={1.4} aria-hidden="true" />
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="ui-empty-actions">{actions}</div>}
      {more}
    </div>
  );
}
