export { createVault } from '../../../main/vault/create-vault.ts';
export { environmentVaultKey } from '../../../main/vault/environment-key.ts';
export { environmentSecrets } from '../../../main/vault/environment-secrets.ts';
export { memoryKeychain } from '../../../main/vault/memory-keychain.ts';
export { systemKeychain } from '../../../main/vault/system-keychain.ts';
export type { Keychain } from '../../../main/vault/vault.ts';
