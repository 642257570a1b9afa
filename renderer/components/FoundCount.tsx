/** How many rows pass the filter. Announced when a filter was answered, not with each row that comes. */
import { useEffect, useRef } from 'react';
import { announce } from './LiveRegion.tsx';

/** @param filter the one that was answered; `children` is empty until then */
export function FoundCount({ className, filter, children }: { className: string; filter: unknown; children: string }) {
  const key = JSON.stringify(filter);
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (children === '') return;
    if (last.current !== null && last.current !== key) announce(children);
    last.current = key;
  }, [key, children]);
  return <p className={className}>{children}</p>;
}
