/** Finding a root by its subject parses only that one, and finds the same ones as parsing all. */
import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readRoots } from '../support/doors/verification.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { describeWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';

const run = promisify(execFile);

const namesOf = (pems: readonly string[], subject: string) =>
  readRoots(pems)
    .named(subject)
    .map(({ fingerprint256 }) => fingerprint256);

test('every root that Node brings is found by its subject, with all others of that subject', () => {
  const all = rootCertificates.map((pem) => new X509Certificate(pem));
  expect(all.length).toBeGreaterThan(100);
  for (const { subject } of all) {
    const same = all.filter((other) => other.subject === subject).map(({ fingerprint256 }) => fingerprint256);
    expect(namesOf(rootCertificates, subject), subject).toEqual(same);
  }
  expect(namesOf(rootCertificates, 'CN=Nobody at all')).toEqual([]);
});

describeWith('openssl')('a root of other encodings', () => {
  /** @param mask in which `openssl` writes texts: UTF-8, two bytes or four bytes a character */
  async function root(name: string, mask: 'utf8only' | 'MASK:0x800' | 'MASK:0x100'): Promise<string> {
    const folder = await tempDir();
    const lines = ['[req]', 'distinguished_name = name', 'utf8 = yes', 'prompt = no', `string_mask = ${mask}`, '[name]', `CN = ${name}`];
    const config = await writeFile(folder, 'req.cnf', lines.join('\n'));
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'key.pem')];
    const file = join(folder, 'root.pem');
    await run('openssl', ['req', '-x509', ...key, '-config', config, '-out', file, '-days', '30']);
    return readFile(file, 'utf8');
  }

  test.each([
    ['Autoridad de la sucursal', 'utf8only'],
    ['Autoridad de la sucursal', 'MASK:0x800'],
    ['Autoridad de la sucursal', 'MASK:0x100'],
    ['Raíz, ñandú + pingüino', 'utf8only'],
    ['Raíz ñandú', 'MASK:0x800'],
    ['\\"', 'utf8only'],
  ] as const)('%s, %s', async (name, mask) => {
    const pem = await root(name, mask);
    const own = new X509Certificate(pem);
    expect(namesOf([...rootCertificates, pem], own.subject)).toEqual([own.fingerprint256]);
    // Files often have a text before the certificate.
    expect(namesOf([`# as delivered\n${pem}`], own.subject)).toEqual([own.fingerprint256]);
  });

  test('what is no certificate is left out', async () => {
    const pem = await root('Autoridad', 'utf8only');
    const { subject, fingerprint256 } = new X509Certificate(pem);
    const damaged = pem.replace(/\n[A-Za-z0-9+/]{20}/, '\nAAAAAAAAAAAAAAAAAAAA');
    expect(namesOf([damaged, 'nothing', '', pem], subject)).toEqual([fingerprint256]);
  });
});
