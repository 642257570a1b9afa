/** Passwords as the station makes them: told once, over the telephone too, and too long to be guessed. */
import { randomInt } from 'node:crypto';

/** Without those that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 24;

export const madePassword = (): string => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
