export { PdfWorkbench } from './PdfWorkbench.tsx';
export { PlacementFields } from './PlacementFields.tsx';
export type { WorkbenchHandle } from './workbench.ts';
