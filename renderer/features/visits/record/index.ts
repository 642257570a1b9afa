export { RecordPage } from './RecordPage.tsx';
