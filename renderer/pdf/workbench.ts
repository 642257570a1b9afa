/** What the workbench takes and gives. */
import type { Ref, RefObject } from 'react';
import type { SignatureFacts } from '../../shared/domain/document.ts';
import type { PageFacts } from '../../shared/domain/geometry.ts';
import type { PlacementRule } from '../../shared/domain/placement.ts';
import type { MenuCommand } from '../../shared/ipc/app.ts';

export type WorkbenchHandle = {
  /** What the menu asks of the viewer; other commands are none of its. */
  run: (command: MenuCommand) => void;
  /** Scrolls to the rectangle and focuses it. */
  goToSignature: () => void;
};

/** What was typed for a document, until its viewer takes it; null: nothing. */
export type TypedPassword = { documentId: string; password: string } | null;

export type PdfWorkbenchProps = {
  documentId: string;
  /** Where the bytes come from, by range requests. */
  url: string;
  /** File name, for screen readers. */
  name: string;
  /** Its password, where one was typed just now. */
  password?: RefObject<TypedPassword>;
  pages: readonly PageFacts[];
  signatures?: readonly SignatureFacts[];
  /** Page on which the document opens, from 1; the first by default. */
  firstPage?: number;
  rule: PlacementRule | null;
  /** Null when the rectangle is removed. */
  onRuleChange: (rule: PlacementRule | null) => void;
  readOnly?: boolean;
  ref?: Ref<WorkbenchHandle>;
};

/** What a person sets for the viewer, kept from one document to the next. */
export type ViewerHabits = {
  /** Null: by themselves, where there are several pages and room beside them. */
  thumbnails: boolean | null;
  zoom: string;
};
