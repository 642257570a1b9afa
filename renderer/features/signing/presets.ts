/** Places that need no saving, and which saved one is the placement in use. */
import type { PlacementRule } from '../../../shared/domain/placement.ts';

/** 2.5 inches by 0.8, half an inch from the edges: fits what providers draw, on every usual paper. */
const size = { x: 36, y: 36, width: 180, height: 58 };

export const builtInPresets = [
  { id: 'lastBottomRight', rule: { page: -1, anchor: 'bottom-right', ...size } },
  { id: 'lastBottomLeft', rule: { page: -1, anchor: 'bottom-left', ...size } },
  { id: 'firstBottomRight', rule: { page: 1, anchor: 'bottom-right', ...size } },
] as const satisfies readonly { id: string; rule: PlacementRule }[];

export const sameRule = (a: PlacementRule, b: PlacementRule): boolean =>
  a.page === b.page && a.anchor === b.anchor && a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
