/** One part of a visit under its heading, with its count. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { icon: LucideIcon; title: string; count: number; empty: ReactNode; children?: ReactNode; above?: ReactNode };

export function Section({ icon: Icon, title, count, empty, above, children }: Props) {
  return (
    <section className="ui-section" aria-label={title}>
      <h2>
        <Icon size={16} aria-hidden="true" />
        {title}
        {count > 0 && <span className="cust-section-count">{count}</span>}
      </h2>
      {above}
      {count > 0 ? <ul className="cust-entries">{children}</ul> : empty && <div className="cust-section-empty">{empty}</div>}
    </section>
  );
}
