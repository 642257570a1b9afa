/** One part of a visit under its heading, with its count. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { amount } from '../../../i18n/formats.ts';

type Props = {
  icon: LucideIcon;
  title: string;
  count: number;
  empty: ReactNode;
  /** Next to the heading. */
  act?: ReactNode;
  above?: ReactNode;
  /** Below the list, and the list, of `useLatest`. */
  more?: ReactNode;
  place?: Ref<HTMLUListElement>;
  children?: ReactNode;
};

export function Section({ icon: Icon, title, count, empty, act, above, more, place, children }: Props) {
  return (
    <section className="ui-section" aria-label={title}>
      <div className="cust-section-head">
        <h2>
          <Icon size={16} aria-hidden="true" />
          {title}
          {count > 0 && <span className="cust-section-count">{amount(count)}</span>}
        </h2>
        {act}
      </div>
      {above}
      {count === 0 && empty && <div className="ui-help">{empty}</div>}
      {count > 0 && (
        <ul className="cust-entries" ref={place}>
          {children}
        </ul>
      )}
      {more}
    </section>
  );
}
