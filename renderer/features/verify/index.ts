export { VerifyView } from './VerifyView.tsx';
