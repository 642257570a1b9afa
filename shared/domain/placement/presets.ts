/** Presets that every station has, in addition to those that the clerk saves. Their names are in the language files, by key. */
import type { PlacementRule } from './placement.ts';

export type BuiltInPreset = { key: 'lastPageBottomRight' | 'firstPageBottomRight'; rule: PlacementRule };

/** The usual rectangle: 200 by 60 points, half an inch from the corner, clear of most footers' page numbers, and within a printer's reach. */
export const bottomRight = { anchor: 'bottom-right', x: 36, y: 36, width: 200, height: 60 } as const;

export const builtInPresets: readonly [BuiltInPreset, ...BuiltInPreset[]] = [
  { key: 'lastPageBottomRight', rule: { page: -1, ...bottomRight } },
  { key: 'firstPageBottomRight', rule: { page: 1, ...bottomRight } },
];
