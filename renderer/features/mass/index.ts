export { startMass } from './connect.ts';
export { MassView } from './MassView.tsx';
