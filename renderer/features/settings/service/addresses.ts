/** Parses typed addresses: which are valid, and which are reachable from other computers. Pure. */
import { z } from 'zod';

const rangeSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** Returns the entries of a typed list, separated by commas, semicolons, blanks or lines; each once. */
export const entriesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];

/** An IP address, or a range of them in CIDR notation. */
export const isRange = (entry: string): boolean => rangeSchema.safeParse(entry).success;

/** Returns the entries of a list that are neither. */
export const unusable = (text: string): string[] => entriesOf(text).filter((entry) => !isRange(entry));

/** Returns the entry that is still being typed: no separator follows it. Empty for none. */
export const unfinished = (text: string): string => /[^\s,;]*$/.exec(text)?.[0] ?? '';

/** Whether an address is certainly reachable from other computers: only main can resolve a name. */
export function isOutside(host: string): boolean {
  if (z.ipv4().safeParse(host).success) return !host.startsWith('127.');
  return z.ipv6().safeParse(host).success && !/^[0:]*:0{0,3}1$/.test(host) && !/^::ffff:127\./i.test(host);
}
