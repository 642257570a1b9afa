export { looks } from './looks.ts';
export { RuleFields } from './RuleFields.tsx';
export { shownOf } from './shown.ts';
