/** The roots that a check trusts, by subject. A machine has some 150 and most files need none, so each is parsed on its first use. */
import type { X509Certificate } from 'node:crypto';
import { readX509 } from './x509.ts';

export type Roots = {
  /** Returns the roots of a subject. @param subject as `node:crypto` writes it, each part on its own row */
  named(subject: string): readonly X509Certificate[];
};

export const noRoots: Roots = { named: () => [] };

type Root = {
  der: Buffer;
  /** Undefined until it is parsed. */
  certificate: X509Certificate | undefined;
};

/** Roots by PEM; null when Node cannot read the certificate. */
const known = new Map<string, Root | null>();
/** Size at which the cache is emptied: more than a machine and its profiles have. */
const maxKnown = 2_000;

/** Characters that neither a certificate nor `node:crypto` escapes. */
const plainPart = /^\w+=([A-Za-z0-9 .'()-]{3,})$/;

/** Reads roots. Leaves out certificates that Node cannot read. */
export function readRoots(pems: readonly string[]): Roots {
  if (known.size > maxKnown) known.clear();
  const roots = pems.map(rootOf).filter((root) => root !== null);
  const bySubject = new Map<string, readonly X509Certificate[]>();
  return {
    named(subject) {
      const found = bySubject.get(subject) ?? search(subject);
      if (bySubject.size < maxKnown) bySubject.set(subject, found);
      return found;
    },
  };

  function search(subject: string): X509Certificate[] {
    const texts = subject.split('\n').map((part) => plainPart.exec(part)?.[1] ?? '');
    const longest = texts.reduce((one, other) => (other.length > one.length ? other : one), '');
    const forms = formsOf(longest);
    return roots
      .filter(({ der }) => forms.some((form) => der.includes(form)))
      .flatMap((root) => certificateOf(root) ?? [])
      .filter((certificate) => certificate.subject === subject);
  }
}

/**
 * Returns a text as certificates encode it: one, two or four bytes a character (UTF8String, BMPString, UniversalString). An empty text is
 * in all certificates.
 */
function formsOf(text: string): Buffer[] {
  const of = (size: number) => Buffer.from([...text].flatMap((character) => [...Array(size - 1).fill(0), character.charCodeAt(0)]));
  return [of(1), of(2), of(4)];
}

function rootOf(pem: string): Root | null {
  const before = known.get(pem);
  if (before !== undefined) return before;
  const base64 = /^-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem)?.[1];
  const root = base64 === undefined ? readRoot(pem) : { der: Buffer.from(base64, 'base64'), certificate: undefined };
  known.set(pem, root);
  return root;
}

function readRoot(pem: string): Root | null {
  const certificate = readX509(pem);
  return certificate && { der: certificate.raw, certificate };
}

function certificateOf(root: Root): X509Certificate | null {
  const certificate = root.certificate ?? readX509(root.der);
  if (certificate !== null) root.certificate = certificate;
  return certificate;
}
