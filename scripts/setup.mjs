/** Prepares a fresh machine: npm packages, and the programs that starting or testing needs. `node scripts/setup.mjs [start|test]` */
import { ensurePackages } from './lib/packages.mjs';
import { ensureSystem } from './lib/system.mjs';

const purpose = process.argv[2] === 'start' ? 'start' : 'test';
await ensurePackages();
if (!(await ensureSystem(purpose))) process.exitCode = 1;
