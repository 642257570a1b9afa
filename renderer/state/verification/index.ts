export { stopCheck } from './actions.ts';
export { CheckSummary, ReleaseNote, ReportButton } from './CheckSummary.tsx';
export { CheckUnderWay } from './CheckUnderWay.tsx';
export { ReleaseButton } from './ReleaseDialog.tsx';
export { ReportView } from './ReportView.tsx';
export { useRuleWords } from './use-rule-words.ts';
