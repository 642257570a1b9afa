import { part } from '../components/index.ts';
import type { PagePictureProps } from './PagePicture.tsx';
import type { PasswordFormProps } from './PasswordForm.tsx';
import type { PdfWorkbenchProps } from './workbench.ts';

export { LengthsContext } from './placement/lengths.ts';
export { PlacementFields } from './placement/PlacementFields.tsx';
export type { TypedPassword, WorkbenchHandle } from './workbench.ts';

/** pdf.js is loaded with the first document. */
export const PdfWorkbench = part<PdfWorkbenchProps>(async () => (await import('./DocumentPane.tsx')).PdfWorkbench);
export const PagePicture = part<PagePictureProps>(async () => (await import('./PagePicture.tsx')).PagePicture);
export const PasswordForm = part<PasswordFormProps>(async () => (await import('./PasswordForm.tsx')).PasswordForm);
