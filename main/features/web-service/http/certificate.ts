/** Certificate and key of the service, from PEM files or PKCS#12, renewed on the disk without a restart. */
import type { X509Certificate } from 'node:crypto';
import type { Server as HttpsServer } from 'node:https';
import { Socket } from 'node:net';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import type { ServiceSettings } from '../../../../shared/domain/web-service/web-service.ts';
import { type ProblemCode, problemOf, StationError } from '../../../../shared/errors.ts';
import { readWholeFile } from '../../../platform/files/read-whole-file.ts';
import { brokenRule, type CertificateRule, keyRule, pkcs12Rule, ruleOfCode } from '../../../platform/provider/certificate-rules.ts';
import { tlsLimits } from '../../../platform/provider/tls-limits.ts';

export type ServiceCertificate = {
  options: SecureContextOptions;
  /** The service's own certificate, not the issuer's. */
  own: X509Certificate;
};

type Source = { settings: Pick<ServiceSettings, 'transport' | 'certificateFile' | 'keyFile' | 'pkcs12File'>; passphrase: string | null };

/** @throws StationError `service-certificate-unusable`; its cause is a code of the system or of OpenSSL, or a rule of `certificate-rules.ts` */
export async function readCertificate({ settings, passphrase }: Source): Promise<ServiceCertificate> {
  try {
    const secret = passphrase === null ? {} : { passphrase };
    const read =
      settings.transport === 'pkcs12'
        ? { pfx: await readWholeFile(settings.pkcs12File), ...secret }
        : { cert: await readWholeFile(settings.certificateFile), key: await readWholeFile(settings.keyFile), ...secret };
    refuse('pfx' in read ? pkcs12Rule(read.pfx) : keyRule(read.key.toString('latin1')));
    const options: SecureContextOptions = { ...read, ...tlsLimits };
    const own = ownCertificate(options);
    refuse(brokenRule(own));
    return { options, own };
  } catch (thrown) {
    throw new StationError('service-certificate-unusable', { cause: causeOf(thrown) });
  }
}

/** @throws Error with the rule as its code */
function refuse(rule: CertificateRule | null): void {
  if (rule !== null) throw Object.assign(new Error(rule), { code: rule });
}

/** Also a check: a key that does not match the certificate, or a wrong passphrase, is refused here. */
function ownCertificate(options: SecureContextOptions): X509Certificate {
  // Which certificate of a PKCS#12 file is the service's own is for OpenSSL to say.
  const socket = new TLSSocket(new Socket(), { isServer: true, secureContext: createSecureContext(options) });
  try {
    // Not `getCertificate`: Node 24 ends with a segmentation fault when that reads a key on a Brainpool curve.
    const own = socket.getX509Certificate();
    if (own === undefined) throw Object.assign(new Error('no certificate'), { code: 'NO_CERTIFICATE' });
    return own;
  } finally {
    socket.destroy();
  }
}

/** The text of such an error may contain a path. */
const causeOf = (thrown: unknown): string =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? ruleOfCode(thrown.code) : 'unreadable';

export type CertificateNote = {
  event: 'certificate-renewed' | 'certificate-not-renewed' | 'certificate-ends' | 'certificate-ended';
  /** Of `certificate-not-renewed`. */
  code?: ProblemCode;
};

type Following = {
  source: Source;
  first: ServiceCertificate;
  /** Milliseconds between two looks. */
  every: number;
  renewed(certificate: ServiceCertificate): void;
  /** Called for each renewal, at the second look that finds no usable files, and once a day in the last two weeks and after the end. */
  note(note: CertificateNote): void;
};

const lastWeeksMs = 14 * 86_400_000;

/**
 * Loads renewed files. Files that do not match, as during a renewal, are checked again at the next interval, and
 * the certificate in use stays.
 * @returns how to stop
 */
export function followCertificate(server: HttpsServer, { source, first, every, renewed, note }: Following): () => void {
  let looking = false;
  let current = first;
  let unusable = 0;
  let said = '';
  const noteEnd = (): void => {
    const now = new Date();
    const left = current.own.validToDate.getTime() - now.getTime();
    if (left >= lastWeeksMs) return;
    const event = left > 0 ? 'certificate-ends' : 'certificate-ended';
    const ofDay = `${event} ${now.toDateString()}`;
    if (ofDay !== said) note({ event });
    said = ofDay;
  };
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      const found = await readCertificate(source);
      unusable = 0;
      if (sameFiles(found.options, current.options)) return;
      server.setSecureContext(found.options);
      current = found;
      renewed(found);
      note({ event: 'certificate-renewed' });
    } catch (thrown) {
      // The certificate in use stays. One look may come between the two files of a renewal.
      unusable += 1;
      if (unusable === 2) note({ event: 'certificate-not-renewed', code: problemOf(thrown).code });
    } finally {
      looking = false;
      noteEnd();
    }
  };
  noteEnd();
  const timer = setInterval(() => void look(), every);
  timer.unref();
  return () => clearInterval(timer);
}

const sameFiles = (one: SecureContextOptions, other: SecureContextOptions): boolean =>
  (['pfx', 'cert', 'key'] as const).every((name) => String(one[name]) === String(other[name]));
