export { looks } from './looks.ts';
export { shownOf } from './shown.ts';
