export { environmentSecrets, environmentVaultKey } from '../../../main/platform/keychain/environment-secrets.ts';
export type { Keychain } from '../../../main/platform/keychain/keychain.ts';
export { memoryKeychain } from '../../../main/platform/keychain/keychain.ts';
export { systemKeychain } from '../../../main/platform/keychain/system-keychain.ts';
export { createVault } from '../../../main/platform/keychain/vault.ts';
