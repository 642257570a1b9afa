/** Where the inbox leads to in other areas; the window puts it together. */
export type InboxViewProps = {
  onOpenVisit: (visitId: string) => void;
  /** The visit, with this record of it open. */
  onOpenRecord: (visitId: string, recordId: string) => void;
  /** Asks the provider for the full record of the visit. */
  onFetch: (visitId: string) => void;
  /** The settings of the service. */
  onOpenSettings: () => void;
};
