import { exactTime, fullTime } from '../../../i18n/formats.ts';

/** Formats the local times of rows: with the seconds where two of them would read alike. */
export function distinctTimes(moments: readonly string[]): string[] {
  const words = moments.map(fullTime);
  return words.map((text, index) => (words.indexOf(text) === words.lastIndexOf(text) ? text : exactTime(moments[index] ?? '')));
}
