export { startMass } from './connect.ts';
