/**
 * The keychain has the data folder that connects to the hub as this station, so that a backup that is restored into another folder of the
 * computer is noticed while that one is still there.
 */
import { statSync } from 'node:fs';
import { noAddress, type Vault } from '../../platform/keychain/vault.ts';
import { hasStationDatabase } from '../../platform/storage/open-database.ts';

export type FolderDeps = { vault: Pick<Vault, 'secret' | 'setSecret'> /** Absolute. */; dataDir: string };

/** Null for none, and while the keychain is locked: the station then has no key for the hub either. */
const connectedFolder = ({ vault }: FolderDeps, stationId: string): Promise<string | null> =>
  vault.secret(stationId, 'hubFolder', noAddress).catch(() => null);

/** Notes that this data folder connects as the station. Without the note it connects all the same. */
export async function noteConnectedFolder(deps: FolderDeps, stationId: string): Promise<void> {
  if ((await connectedFolder(deps, stationId)) === deps.dataDir) return;
  await deps.vault.setSecret(stationId, 'hubFolder', deps.dataDir, noAddress).catch(() => undefined);
}

/** Whether another data folder, which is still there, connected last as the station. */
export async function isConnectedElsewhere(deps: FolderDeps, stationId: string): Promise<boolean> {
  const folder = await connectedFolder(deps, stationId);
  return folder !== null && hasStationDatabase(folder) && identityOf(folder) !== identityOf(deps.dataDir);
}

/** The same folder may have several paths. */
function identityOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${dev} ${ino}`;
}
