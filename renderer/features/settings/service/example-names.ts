/** Names of files in the watched folder, as an example of each kind of key. Pure. */
import type { PublicationKeyKind } from '../../../../shared/domain/web-service.ts';

const exampleKeys: Record<PublicationKeyKind, string> = {
  identification: '79555001',
  transaction: 'TRX-48213',
  uid: '8f14e45f-ceea-467f-a8f5-2d3c1b9a7e60',
  customer: 'CLI-2043',
};

/** The key comes before the first `_` of the name, or is the name of the subfolder. */
export function exampleNames(kind: PublicationKeyKind, document: string): { key: string; file: string; inFolder: string } {
  const key = exampleKeys[kind];
  return { key, file: `${key}_${document}`, inFolder: `${key}/${document}` };
}
