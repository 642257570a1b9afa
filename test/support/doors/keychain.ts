export { createVault } from '../../../main/platform/keychain/create-vault.ts';
export { environmentVaultKey } from '../../../main/platform/keychain/environment-key.ts';
export { environmentSecrets } from '../../../main/platform/keychain/environment-secrets.ts';
export { memoryKeychain } from '../../../main/platform/keychain/memory-keychain.ts';
export { systemKeychain } from '../../../main/platform/keychain/system-keychain.ts';
export type { Keychain } from '../../../main/platform/keychain/vault.ts';
