export { PdfWorkbench, type PdfWorkbenchProps, type WorkbenchHandle } from './PdfWorkbench.tsx';
export { PlacementFields, type PlacementFieldsProps } from './PlacementFields.tsx';
