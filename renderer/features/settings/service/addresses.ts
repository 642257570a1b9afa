/** Addresses as they are typed: which of them are ones, and at which others than this very computer can call. Pure. */
import { z } from 'zod';

const rangeSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** What is typed as a list, apart by commas, semicolons, blanks or lines; each once. */
export const entriesOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter((entry) => entry !== ''))];

/** An IP address, or a range of them in CIDR notation. */
export const isRange = (entry: string): boolean => rangeSchema.safeParse(entry).success;

/** Those of a list that are neither. */
export const unusable = (text: string): string[] => entriesOf(text).filter((entry) => !isRange(entry));

/** The entry that is still being written: nothing sets it apart from the end. Empty for none. */
export const unfinished = (text: string): string => /[^\s,;]*$/.exec(text)?.[0] ?? '';

/** An address that others can call too, past doubt: where a name leads is main's to find out. */
export function isOutside(host: string): boolean {
  if (z.ipv4().safeParse(host).success) return !host.startsWith('127.');
  return z.ipv6().safeParse(host).success && !/^[0:]*:0{0,3}1$/.test(host) && !/^::ffff:127\./i.test(host);
}
