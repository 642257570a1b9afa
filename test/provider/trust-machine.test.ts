/** The authorities that the machine believes: Node's own, the operating system's and those of NODE_EXTRA_CA_CERTS, without a CA file in the profile. */
import { randomBytes } from 'node:crypto';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from '../support/cli/run-cli.ts';
import { closing } from '../support/closing.ts';
import { type Exchange, type RawServer, startRawServer, withToken } from '../support/network/raw-server.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { answer } from '../support/screening/search-answer.ts';
import { tempDir } from '../support/temp-dir.ts';

/** A server whose certificate is of an authority of its own. */
async function providerOf(script: (exchange: Exchange) => void | Promise<void>): Promise<{ server: RawServer; authority: string }> {
  const authority = await makeAuthority();
  const server = closing(await startRawServer(script, await authority.issue()));
  return { server, authority: authority.pem };
}

/** `screen` as a process of its own, since authorities are read when a process begins. */
async function screen(environment: (authorityFile: string) => Record<string, string>) {
  const { server, authority } = await providerOf(async (exchange) => {
    await exchange.body();
    exchange.answer(200, answer({}, { nombre: 'Ana Ruiz', doc_id: '' }));
  });
  const folder = await tempDir();
  const profile = { name: 'p', search: { url: `${server.origin}/search`, projectName: 'n', judicialFlag: 'SearchJudicialBranch' } };
  const profileFile = await writeFile(folder, 'profile.json', JSON.stringify(profile));
  const authorityFile = await writeFile(folder, 'authority.pem', authority);
  const run = await runCli(['screen', '--json', '--name', 'Ana Ruiz', '--data-dir', 'data', '--profile-file', profileFile], folder, {
    STATION_VAULT_KEY: randomBytes(32).toString('base64'),
    STATION_SEARCH_API_KEY: 'k',
    ...environment(authorityFile),
  });
  const { outcome, code } = JSON.parse(run.stdout);
  return { exit: run.code, outcome, code, asked: server.exchanges.length };
}

test('an authority unknown to the machine is not trusted', async () => {
  expect(await screen(() => ({}))).toEqual({ exit: 4, outcome: 'unavailable', code: 'certificate-untrusted', asked: 0 });
});

test('an authority of NODE_EXTRA_CA_CERTS is trusted', async () => {
  const answered = { exit: 0, outcome: 'clear', code: null, asked: 1 };
  expect(await screen((authorityFile) => ({ NODE_EXTRA_CA_CERTS: authorityFile }))).toEqual(answered);
});

// OpenSSL's variable names the system's store on Linux; macOS and Windows keep theirs where a test must not write.
test.runIf(process.platform === 'linux')('an authority of the operating system is trusted', async () => {
  const answered = { exit: 0, outcome: 'clear', code: null, asked: 1 };
  expect(await screen((authorityFile) => ({ SSL_CERT_FILE: authorityFile }))).toEqual(answered);
});

test('an authority that Node trusts by default is trusted', async () => {
  const script = withToken(() => {});
  const { server, authority } = await providerOf(script);
  const { server: stranger } = await providerOf(script);
  const before = getCACertificates('default');
  expect(getCACertificates('bundled').filter((bundled) => !before.includes(bundled))).toEqual([]);
  setDefaultCACertificates([...before, authority]);
  onTestFinished(() => setDefaultCACertificates(before));
  // The station asks Node for its authorities when it needs them first: earlier tests of this process may have needed them.
  vi.resetModules();
  const { client } = await import('../support/network/provider-client.ts');
  const [known, unknown] = [client(server.origin), client(stranger.origin)];
  onTestFinished(async () => void (await Promise.all([known.close(), unknown.close()])));
  await known.testSigning();
  await expect(unknown.testSigning()).rejects.toMatchObject({ problem: { code: 'certificate-untrusted' } });
});
