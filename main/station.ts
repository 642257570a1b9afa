/**
 * Composition root: builds the whole station from plain parts, without Electron. The desktop application,
 * the command line and the tests all start here.
 */
import { type Profile, profileSchema, type SecretName } from '../shared/domain/profile.ts';
import { type Problem, problem, problemOf, StationError } from '../shared/errors.ts';
import { createDocumentList } from './documents/create-document-list.ts';
import type { DocumentList } from './documents/document-list.ts';
import { createFactsReader } from './documents/facts-reader.ts';
import { readDocument } from './documents/read-document.ts';
import { type Account, createLines, type SystemProxy } from './lines.ts';
import { createPracticeMode } from './practice-mode.ts';
import { connectProvider } from './provider/connect-provider.ts';
import { createSettingsStore } from './settings/create-settings-store.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import { openIncoming } from './signing/incoming.ts';
import { createSigningService, type SigningService } from './signing/signing-service.ts';
import { openDatabase } from './store/database.ts';
import { createVault } from './vault/create-vault.ts';
import { systemKeychain } from './vault/system-keychain.ts';
import type { Keychain, Vault } from './vault/vault.ts';

type Secrets = Partial<Record<SecretName, string>>;

/**
 * Which provider answers: the active stored profile (practice while there is none), the practice provider,
 * or a given profile. Secrets that are given with `stored` go before the vault's.
 */
export type ProviderChoice =
  | { kind: 'stored'; secrets?: Secrets }
  | { kind: 'practice' }
  | { kind: 'given'; profile: Profile; secrets: Secrets };

export type StationOptions = {
  /** Absolute; made when missing. All state lives there. */
  dataDir: string;
  /** In place of the operating system's, which keytar reaches. */
  keychain?: Keychain;
  provider?: ProviderChoice;
  /** For signed files, in place of the settings' choice. Absolute. */
  outputFolder?: string;
  /** The proxy that the operating system names for an address (`http://host:port`), null for none. */
  systemProxy?: SystemProxy;
};

export type Station = {
  settings: SettingsStore;
  vault: Vault;
  documents: DocumentList;
  signing: SigningService;
  /** What a person should know of the stored state: what could not be read was set aside. */
  notices(): readonly Problem[];
  /** True while the practice provider answers. */
  practice(): boolean;
  /** Tries the profile's signing section with its stored secret; null when a token came. */
  testProfile(profileId: string): Promise<Problem | null>;
  close(): Promise<void>;
};

/** @throws StationError `data-folder-unusable`, `disk-full` */
export async function createStation(options: StationOptions): Promise<Station> {
  const { dataDir, provider: choice = { kind: 'stored' }, systemProxy } = options;
  const incoming = await openIncoming(dataDir);
  const database = openDatabase(dataDir);
  const settings = createSettingsStore(database);
  const vault = createVault(options.keychain ?? systemKeychain());
  const documents = createDocumentList();
  const signedFacts = createFactsReader();
  const practiceMode = createPracticeMode();

  const isPractice = () => choice.kind === 'practice' || (choice.kind === 'stored' && settings.settings().activeProfileId === null);
  const stored = (id: string): Account => ({ id, profile: settings.profile(id), secret: () => vault.secret(id, 'clientSecret') });

  async function account(): Promise<Account> {
    if (choice.kind === 'given') return { id: '', profile: choice.profile, secret: given(choice.secrets) };
    const activeId = choice.kind === 'stored' ? settings.settings().activeProfileId : null;
    if (activeId !== null) {
      const account = stored(activeId);
      return choice.kind === 'stored' && choice.secrets?.clientSecret ? { ...account, secret: given(choice.secrets) } : account;
    }
    const { profile, secrets, origin } = await practiceMode.started();
    return { id: origin, profile: profileSchema.parse(profile), secret: given(secrets) };
  }

  const lines = createLines(account, systemProxy);
  const signing = createSigningService({
    documents,
    line: () => lines.line(),
    outputFolder: () => options.outputFolder ?? settings.settings().outputFolder,
    incoming,
    readFacts: async (path) => (await readDocument(path, signedFacts)).facts,
  });

  return {
    settings,
    vault,
    documents,
    signing,
    notices: () => database.notices,
    practice: isPractice,
    testProfile: (profileId) => testAccount(() => stored(profileId), systemProxy),
    async close() {
      // What is being sent gets its result before its line, its provider and its reader go.
      await signing.close();
      await lines.close();
      await Promise.all([practiceMode.close(), documents.close(), signedFacts.close()]);
      settings.close();
    },
  };
}

function given(secrets: Secrets): () => Promise<string> {
  return async () => {
    if (!secrets.clientSecret) throw new StationError('secret-missing', { secret: 'clientSecret' });
    return secrets.clientSecret;
  };
}

/** A fresh connection, so that nothing remembered makes a wrong profile look right. */
async function testAccount(account: () => Account, systemProxy: SystemProxy | undefined): Promise<Problem | null> {
  try {
    const { profile, secret } = account();
    if (!profile.signing) return problem('signing-not-set-up');
    const provider = connectProvider({ signing: profile.signing, network: profile.network, secret, ...(systemProxy && { systemProxy }) });
    try {
      await provider.testSigning();
      return null;
    } finally {
      await provider.close();
    }
  } catch (thrown) {
    return problemOf(thrown);
  }
}
