/** The units in which the screen shows lengths on a page. */
export const lengthUnits = ['point', 'cm'] as const;
export type LengthUnit = (typeof lengthUnits)[number];
