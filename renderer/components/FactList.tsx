/** Facts under their labels; one without a value is left out. */
import type { ReactNode } from 'react';

type Props = { className: string; facts: readonly (readonly [label: string, value: ReactNode])[] };

export function FactList({ className, facts }: Props) {
  return (
    <dl className={className}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
