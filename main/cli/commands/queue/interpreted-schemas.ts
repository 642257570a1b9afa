/** Import this before the schemas of a short command. zod then interprets them, which takes less time than compiling each one to code. */
import { config } from 'zod';

config({ jitless: true });
