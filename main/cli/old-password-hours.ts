/** For how long a password goes on once there is another one, so that the provider can change over. */

/** Unless something else is said. */
export const usualHours = 24;
/** As many as the window takes. */
export const maxHours = 24 * 30;

/** Null for anything but a whole number from 0 to the most. */
export function readHours(text: string): number | null {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return hours <= maxHours ? hours : null;
}
