/** The corners of the displayed page that offsets are measured from. */
export const anchors = ['bottom-left', 'bottom-right', 'top-left', 'top-right'] as const;
export type Anchor = (typeof anchors)[number];
