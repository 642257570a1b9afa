/** Holds what the page saves of a clerk's work, so that the next page continues with it (decision 42). */
import { emptyWorkspace, type Workspace } from '../../shared/domain/settings/workspace.ts';

export type WorkspaceHolder = { current: () => Workspace; change: (parts: Partial<Workspace>) => void };

/** In memory only, as long as the station is open: the opened documents, to which it belongs, end with it too. */
export function createWorkspace(): WorkspaceHolder {
  let workspace = emptyWorkspace;
  return {
    current: () => workspace,
    change(parts) {
      workspace = { ...workspace, ...parts };
    },
  };
}
