import type { ProviderRule } from '../../shared/domain/verification/provider-rule.ts';

/** A strip along the upper edge of each page, with the mark of practice; the profile of practice accepts it. */
export const markArea = { kind: 'area', edge: 'top', depth: 20, pages: 'all' } as const satisfies ProviderRule;
