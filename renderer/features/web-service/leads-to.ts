/** Where the inbox leads to in other areas; the window puts it together. */
export type InboxViewProps = {
  onOpenCase: (caseId: string) => void;
  /** The visit, with this record of it open. */
  onOpenRecord: (caseId: string, recordId: string) => void;
  /** Asks the provider for the full record of the visit. */
  onFetch: (caseId: string) => void;
  /** The settings of the service. */
  onOpenSettings: () => void;
};
