/** Links from the inbox to other areas; the window supplies them. */
export type InboxViewProps = {
  onOpenVisit: (visitId: string) => void;
  /** Opens the visit with this record. */
  onOpenRecord: (visitId: string, recordId: string) => void;
  /** Fetches the full record of the visit from the provider. */
  onFetch: (visitId: string) => void;
  /** Opens the settings of the service. */
  onOpenSettings: () => void;
};
