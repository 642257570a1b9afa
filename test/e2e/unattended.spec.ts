/** The built application as a command: what the packaged one does after `--unattended` (design, section 6). */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainPdf, temporaryFolder, writeFile } from '../support/pdfs.ts';
import { pdfsig } from '../support/pdfsig.ts';
import { compileCache, electronBinary, repository } from './electron-binary.ts';
import { expect, test } from './launch.ts';

test('signs without a window and prints one JSON document', async () => {
  const { folder, remove } = await temporaryFolder();
  try {
    const contract = await writeFile(folder, 'contract.pdf', await plainPdf());
    const binary = electronBinary();
    const start = binary === null ? [join(repository, 'test/electron-host/run.ts'), repository] : [repository];
    const options = ['--practice', '--client-info', 'T-1', '--out', join(folder, 'out'), '--data-dir', join(folder, 'data'), '--json'];
    const command = [...start, '--unattended', 'sign', ...options, contract];
    const { stdout } = await promisify(execFile)(binary ?? process.execPath, command, {
      env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    });
    const signedPath = join(folder, 'out', 'contract-signed.pdf');
    expect(JSON.parse(stdout)).toMatchObject({ documents: [{ path: contract, status: 'signed', signedPath }] });
    expect(await pdfsig(signedPath)).toEqual({ signatures: 1, valid: 1 });
  } finally {
    await remove();
  }
});
