/** The props and handle of the workbench. */
import type { Ref, RefObject } from 'react';
import type { SignatureFacts } from '../../shared/domain/documents/document.ts';
import type { Box, PageFacts } from '../../shared/domain/placement/geometry.ts';
import type { PlacementRule } from '../../shared/domain/placement/placement.ts';
import type { MenuCommand } from '../../shared/ipc/app.ts';

export type WorkbenchHandle = {
  /** Runs a menu command that concerns the viewer; other commands are ignored. */
  run: (command: MenuCommand) => void;
  /** Scrolls to the rectangle and focuses it. */
  goToSignature: () => void;
};

/** The password typed for a document, until its viewer takes it; null for none. */
export type TypedPassword = { documentId: string; password: string } | null;

export type PdfWorkbenchProps = {
  documentId: string;
  /** The source of the bytes, read by range requests. */
  url: string;
  /** File name, for screen readers. */
  name: string;
  /** Its password, if it was typed just now. */
  password?: RefObject<TypedPassword>;
  pages: readonly PageFacts[];
  signatures?: readonly SignatureFacts[];
  /** The place that the document opens at, in user space; the top of the first page by default. */
  firstPlace?: { page: number; rect: Box | null } | undefined;
  rule: PlacementRule | null;
  /** Called with null when the rectangle is removed. */
  onRuleChange: (rule: PlacementRule | null) => void;
  /** Called after a drawn rectangle replaced the one before. */
  onReplaced?: () => void;
  readOnly?: boolean;
  /** Shown next to the rectangle's size: what it applies to. */
  scope?: string;
  /** The rectangle is only proposed. */
  tentative?: boolean;
  ref?: Ref<WorkbenchHandle>;
};

/** A person's viewer settings, preserved from one document to the next. */
export type ViewerHabits = {
  /** Null: automatic, where there are several pages and enough space. */
  thumbnails: boolean | null;
  zoom: string;
};
