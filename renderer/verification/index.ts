export { ReportView } from './ReportView.tsx';
