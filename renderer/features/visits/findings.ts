/** Orders the findings of a visit's policy for reading. Pure. */
import type { Finding } from '../../../shared/domain/policy.ts';

/** Whether a person may override it with a reason. A finding that only warns needs none. */
export const canOverride = ({ level, overridable, overridden }: Finding): boolean => level === 'stop' && overridable && overridden === null;

const rank = ({ level, overridden }: Finding): number => (overridden ? 2 : level === 'stop' ? 0 : 1);

/** Orders findings: blocking, then warning, then overridden. */
export const inOrder = (findings: readonly Finding[]): Finding[] => findings.toSorted((a, b) => rank(a) - rank(b));
