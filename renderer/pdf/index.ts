export { PagePicture } from './PagePicture.tsx';
export { PasswordForm } from './PasswordForm.tsx';
export { PdfWorkbench } from './PdfWorkbench.tsx';
export { PlacementFields } from './PlacementFields.tsx';
export type { TypedPassword, WorkbenchHandle } from './workbench.ts';
