/**
 * Import this before the schemas of a short command: zod then interprets them, since compiling each one to code takes longer than
 * reading the few values of such a command.
 */
import { config } from 'zod';

config({ jitless: true });
