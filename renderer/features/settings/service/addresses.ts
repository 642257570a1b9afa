/** Addresses as they are typed: which of them are ones, and which lead to this very computer. Pure. */
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

/** Only this computer can call there. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (host.startsWith('127.') && z.ipv4().safeParse(host).success);
