/** Lengths on a page in the unit of the screen; placements are in points everywhere else. */
import { createContext, useContext } from 'react';
import { type LengthUnit, lengthUnits } from '../../../shared/domain/placement/length-unit.ts';
import { decimalWords } from '../../i18n/formats.ts';

export { type LengthUnit, lengthUnits };

const units: Record<LengthUnit, { points: number; decimals: number; step: number }> = {
  point: { points: 1, decimals: 1, step: 1 },
  cm: { points: 72 / 2.54, decimals: 2, step: 0.1 },
};

const rounded = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

export const fromPoints = (points: number, unit: LengthUnit): number => rounded(points / units[unit].points, units[unit].decimals);

/** Tenths of a point: finer than a hundredth of a centimetre, so that a length comes back as it was typed. */
export const toPoints = (length: number, unit: LengthUnit): number => rounded(length * units[unit].points, 1);

/** The step of an arrow key in a field; with Shift it is ten times as long. */
export const stepOf = (unit: LengthUnit): number => units[unit].step;
export const decimalsOf = (unit: LengthUnit): number => units[unit].decimals;

/** Returns the room on a page, rounded down, in the format of the language. */
export function roomWords(points: number, unit: LengthUnit): string {
  const { points: size, decimals } = units[unit];
  return decimalWords(Math.max(0, Math.floor((points / size) * 10 ** decimals + 1e-6) / 10 ** decimals), decimals);
}

/** Returns a length in the format of the language. */
export const lengthText = (points: number, unit: LengthUnit): string => decimalWords(fromPoints(points, unit), decimalsOf(unit));

type Lengths = {
  unit: LengthUnit;
  /** Absent where the unit cannot be chosen. */
  onChoose?: (unit: LengthUnit) => void;
};

export const LengthsContext = createContext<Lengths>({ unit: 'point' });
export const useLengths = (): Lengths => useContext(LengthsContext);
