/** Hashes of CMS structures by their names in Node; others are not supported. */
const hashNames: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

export const hashNameOf = (algorithm: string): string | null => hashNames[algorithm] ?? null;
