/** Generates passwords that are shown once, can be read out over the telephone, and are too long to guess. */
import { randomInt } from 'node:crypto';

/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 24;

export const generatePassword = (): string => Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
