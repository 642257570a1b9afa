/** A text that is announced as it appears: a `status` that appears with its text is silent in most screen readers. */
import { useEffect } from 'react';
import { announce } from './LiveRegion.tsx';

export const useAnnounced = (words: string): void => useEffect(() => announce(words), [words]);

export function Announced({ className, children }: { className?: string; children: string }) {
  useAnnounced(children);
  return <p className={className}>{children}</p>;
}
