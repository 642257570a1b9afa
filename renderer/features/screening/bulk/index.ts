export { startBulk } from './connect.ts';
