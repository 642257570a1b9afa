import type { PlacementRule } from '../../../shared/domain/placement.ts';

export const sameRule = (a: PlacementRule, b: PlacementRule): boolean =>
  a.page === b.page && a.anchor === b.anchor && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
