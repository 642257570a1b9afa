/** A certificate and its key as the files that the settings of the web service name. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCertificate } from '../network/test-ca.ts';
import { tempDir } from '../temp-dir.ts';

/** `replace` writes another pair as whole files, as a renewal does. */
export async function certificateFiles({ cert, key }: TestCertificate) {
  const folder = await tempDir();
  const settings = { transport: 'files', certificateFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') } as const;
  const write = (path: string, text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  const replace = (next: TestCertificate) => {
    write(settings.keyFile, next.key);
    write(settings.certificateFile, next.cert);
  };
  replace({ cert, key });
  return { folder, settings, replace };
}
