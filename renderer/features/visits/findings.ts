/** What the rules find of a visit, in the order in which it is read. Pure. */
import type { Finding } from '../../../shared/domain/policy.ts';

/** Whether a person may go on in spite of it, with a reason. What only warns needs none. */
export const canOverride = ({ level, overridable, overridden }: Finding): boolean => level === 'stop' && overridable && overridden === null;

const rank = ({ level, overridden }: Finding): number => (overridden ? 2 : level === 'stop' ? 0 : 1);

/** What stops, then what warns, then what was overridden. */
export const inOrder = (findings: readonly Finding[]): Finding[] => findings.toSorted((a, b) => rank(a) - rank(b));
