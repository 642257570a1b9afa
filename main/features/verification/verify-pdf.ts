/** Checks a PDF offline: its signatures, later changes, and whether it is the sent file with the requested signature. */
import { isDeepStrictEqual } from 'node:util';
import type { Box } from '../../../shared/domain/placement/geometry.ts';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import {
  type FileFault,
  type Finding,
  isRemark,
  type Remark,
  type SignatureReport,
  type VerificationReport,
  withheldByDefault,
} from '../../../shared/domain/verification/verification.ts';
import { type ByteSource, beginningOf } from '../../platform/files/byte-source.ts';
import { hasOtherEnd } from '../../platform/pdf/file/cross-reference.ts';
import { fieldsOf, pagesOf, pageTreeFault } from '../../platform/pdf/file/document.ts';
import { boxOf, hasArea, pageFactsOf } from '../../platform/pdf/file/page-facts.ts';
import { openPdfFile, type PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { isWhole, reachable } from '../../platform/pdf/file/reachable.ts';
import { strayObjects } from '../../platform/pdf/file/stray-objects.ts';
import { nameOf, PdfFault } from '../../platform/pdf/file/syntax.ts';
import { type Accepted, createAreas } from './changes/provider-additions.ts';
import { withLooks } from './compare/page-looks.ts';
import { compareOriginal, openOriginal } from './compare-original.ts';
import { type ComparedOriginal, conclude, unreadableReport, withoutComparison } from './conclude.ts';
import { type FoundSignature, findSignatures, signaturesWithoutFields } from './find-signatures.ts';
import { checkPlace, isExpectedSigner, type MatchedSignatures, matchSignatures, type Place, withoutInitials } from './new-signature.ts';
import { checkDataOf } from './revocation.ts';
import { noRoots, type Roots, readRoots } from './roots.ts';
import { type SignatureChecks, signatureReport } from './signature-report.ts';

/** The expectations that a file is checked against. */
export type Expectation = {
  /** The sent file. */
  original?: Uint8Array | ByteSource | null;
  /** The requested place of the signature. */
  place?: Place | null;
  /** When the original was sent first, ISO 8601: no new signature is older. */
  sentAt?: string | null;
  /** When it is checked, ISO 8601: no signature is younger. */
  checkedAt?: string;
  /** Name in the certificate, or its SHA-256 in hexadecimal; null or empty: anyone. */
  expectedSigner?: string | null;
  /** Rules for additions of the provider to every document; they apply only with the original. */
  rules?: readonly ProviderRule[];
  /** Remarks with which a document is not accepted. */
  withheld?: readonly Remark[];
  /** Trusted certificates for this file; PEM, or read already. */
  roots: readonly string[] | Roots;
};

/** Reports how many of the pages to be rendered are done. */
export type OnPage = (done: number, total: number) => void;

/** Checks a PDF. Never throws for any content of the file. */
export async function verifyPdf(
  bytes: Uint8Array | ByteSource,
  expectation: Expectation,
  onPage: OnPage = () => {},
): Promise<VerificationReport> {
  const { original = null, place } = expectation;
  const unreadable = (fault: FileFault, signatures: SignatureReport[] = []) =>
    unreadableReport(fault, { hasOriginal: original !== null, place }, signatures);
  try {
    return await readable(openPdfFile(bytes), expectation, onPage).catch((thrown: unknown) => {
      if (thrown instanceof PdfFault && thrown.code === 'encrypted') return unreadable('encrypted', signaturesOnly(bytes, expectation));
      throw thrown;
    });
  } catch (thrown) {
    // On any other error of the check the file counts as not checked.
    return unreadable(thrown instanceof PdfFault ? thrown.code : 'not-understood');
  }
}

/** Checks the signatures of a file with encrypted object streams. They are over its bytes; what these show is not known. */
function signaturesOnly(bytes: Uint8Array | ByteSource, { original, roots }: Expectation): SignatureReport[] {
  const [file, sent] = [openPdfFile(bytes), original ? openOriginal(original) : null];
  const found = signaturesWithoutFields(file);
  const { earlier } = matchSignatures(sent === null ? [] : signaturesWithoutFields(sent), found);
  const trusted = 'named' in roots ? roots : readRoots(roots);
  const checks = { roots: trusted, data: { certificates: [], lists: [], answers: [] }, rules: [], earliest: null };
  return found.map((signature, index) => ({ ...signatureReport(file, signature, checks), isEarlier: earlier.has(index) }));
}

async function readable(file: PdfFile, expectation: Expectation, onPage: OnPage): Promise<VerificationReport> {
  const { signatures: found, damaged } = findSignatures(file);
  const { roots } = expectation;
  const trusted = found.length === 0 ? noRoots : 'named' in roots ? roots : readRoots(roots);
  const rules = expectation.original ? (expectation.rules ?? []) : [];
  const sentFile = expectation.original ? openOriginal(expectation.original) : null;
  const before = sentFile === null ? [] : findSignatures(sentFile).signatures;
  const matched = matchSignatures(before, found);
  const checks = { roots: trusted, data: checkDataOf(file), rules, earliest: null };
  // Without the original, a signature may be one that it had before.
  const earliest = sentFile && expectation.sentAt ? new Date(Date.parse(expectation.sentAt) - tolerance) : null;
  const signatures = found.map((signature, index) => {
    const isEarlier = matched.earlier.has(index);
    return { ...signatureReport(file, signature, isEarlier ? checks : { ...checks, earliest }), isEarlier };
  });
  // What an encrypted file shows is known only when it is the sent one with additions, which are compared as they are written.
  const isUnknown = file.trailer.has('Encrypt') && !sentFile?.trailer.has('Encrypt');
  let fault: FileFault | null = isUnknown ? 'encrypted' : pageTreeFault(file);
  if (hasOtherEnd(file.bytes)) fault ??= 'xref-damaged';
  reachable(file, new Map(), (_, thrown) => {
    if (!(thrown instanceof PdfFault)) throw thrown;
    fault ??= thrown.code;
  });
  const sent = expectation.original
    ? await againstOriginal(file, sentFile, { found, before, ...matched }, signatures, {
        ...checks,
        onPage,
        place: expectation.place ?? null,
      })
    : null;
  const isNew = (_: unknown, index: number) => signatures[index]?.kind === 'signature' && !signatures[index]?.isEarlier;
  const fresh = found.filter(isNew);
  const place = checkPlaceIn(file, fresh, expectation.place ?? null, sent !== null);
  const stray = strayObjects(file);
  const numbers = new Set(file.numbers());
  // With unreadable parts there may be a signature that was not found.
  const findings = signatures.length === 0 && fault !== null ? [] : (sent?.findings ?? findingsOf(signatures));
  if (fault !== null) findings.push('file-unreadable');
  else if (damaged.size > 0) findings.push('objects-damaged');
  if (stray.length > 0) findings.push('objects-outside-revisions');
  findings.push(...place.findings);
  const later = sent === null && fault === null ? laterSignatures(file, fresh).flatMap(({ places }) => places) : [];
  if (await hidesContent(file, firstEndOf(fresh), later)) findings.push('signature-over-content');
  const times = signatures.filter(isNew).flatMap(({ signedAt }) => (signedAt === null ? [] : Date.parse(signedAt)));
  const { sentAt, checkedAt } = expectation;
  if (sentAt && times.some((time) => time < Date.parse(sentAt) - tolerance)) findings.push('signed-before-sent');
  if (checkedAt && times.some((time) => time > Date.parse(checkedAt) + tolerance)) findings.push('signed-in-future');
  const signer = expectation.expectedSigner ?? '';
  if (signer !== '' && !signatures.filter(isNew).some((one) => isExpectedSigner(one, signer))) findings.push('signer-not-expected');
  const checked = { signatures, place: place.place };
  const concluded = conclude(findings, sent?.compared ?? null, checked, expectation.withheld ?? withheldByDefault);
  return {
    ...checked,
    ...concluded,
    notChecked: later.length === 0 ? concluded.notChecked : [...concluded.notChecked, 'later-looks'],
    fault,
    revisions: file.revisions().map(({ end, objects }) => ({ end, objects: objects.length })),
    strayObjects: { outside: stray.length, again: stray.filter((number) => numbers.has(number)).length },
  };
}

/** Milliseconds by which a signing time may differ: some signers state a day alone, in any zone, and no clock is exact. */
const tolerance = 48 * 3_600_000;

/** Checks the places of new signatures. Without an original, the first signature may have any: its signer saw what it covers. */
function checkPlaceIn(file: PdfFile, found: readonly FoundSignature[], place: Place | null, hasOriginal: boolean) {
  const checked = hasOriginal ? found : laterSignatures(file, found);
  const pages = checked.length === 0 ? [] : pagesOf(file).map(({ dict }) => pageFactsOf(file, dict).cropBox);
  return checkPlace(checked, place, pages);
}

/**
 * Whether signatures after the first one hide what its signer saw on the page; true as well when the pages cannot be shown.
 * @param end of the bytes that the first one covers @param later places of the others
 */
async function hidesContent(file: PdfFile, end: number, later: readonly Place[]): Promise<boolean> {
  const places = Map.groupBy(later, ({ page }) => page);
  if (places.size === 0) return false;
  const signed = beginningOf(file.bytes, end);
  const areasOn = (page: number) => (places.get(page) ?? []).map(({ rect }) => rect);
  return withLooks(signed, file.bytes, (looks) =>
    [...places.keys()].some((page) => !looks.isLegible(page - 1, { covered: [], areas: areasOn(page) })),
  ).catch(() => true);
}

/** Returns the signatures after the first one, without the places of signature fields that were there for its signer to see. */
function laterSignatures(file: PdfFile, found: readonly FoundSignature[]): Pick<FoundSignature, 'places'>[] {
  const first = firstEndOf(found);
  const later = found.filter((signature) => endOf(signature) > first);
  const seen = later.length === 0 ? [] : rectsOfSignatures(file, first);
  return later.map(({ places }) => ({ places: places.filter(({ rect }) => !seen.some((one) => isDeepStrictEqual(one, rect))) }));
}

/** Returns the end of the bytes that a signature covers. */
const endOf = ({ value: { byteRange } }: FoundSignature): number => (byteRange[2] ?? 0) + (byteRange[3] ?? 0);
const firstEndOf = (found: readonly FoundSignature[]): number => Math.min(...found.map(endOf));

/** @param end of the bytes that the first signature covers. When these are no file, everything after them is a suspicious change. */
function rectsOfSignatures(file: PdfFile, end: number): (Box | null)[] {
  try {
    const signed = openPdfFile(beginningOf(file.bytes, end));
    const fields = fieldsOf(signed).filter(({ type }) => nameOf(type) === 'Sig');
    return fields.flatMap(({ widgets }) => widgets.map(({ dict }) => boxOf(signed, dict.get('Rect'))));
  } catch (thrown) {
    if (thrown instanceof PdfFault) return [];
    throw thrown;
  }
}

type AgainstOriginal = { compared: ComparedOriginal; findings: Finding[] };

/** `found`: the signatures of the file; `before`: those of the original. */
type Found = MatchedSignatures & { found: readonly FoundSignature[]; before: readonly FoundSignature[] };

/** Compares with the original. @param original null when it cannot be read @param signatures reports of all signatures of the file */
async function againstOriginal(
  file: PdfFile,
  original: PdfFile | null,
  { found, before, earlier, isOneGone }: Found,
  signatures: readonly SignatureReport[],
  { onPage, place, ...checks }: SignatureChecks & { onPage: OnPage; place: Place | null },
): Promise<AgainstOriginal> {
  if (original === null) return { compared: withoutComparison('original-unreadable'), findings: findingsOf(signatures) };
  const data = before.length === 0 ? checks.data : checkDataOf(original);
  const reportsBefore = before.map((signature) => signatureReport(original, signature, { ...checks, data, rules: [] }));
  const added = found.filter((_, index) => !earlier.has(index));
  const isSignature = (one: FoundSignature) => signatures[found.indexOf(one)]?.kind === 'signature';
  const accepted: Accepted = new Map();
  const isInArea = createAreas(original, checks.rules, accepted);
  const pageCount = pagesOf(original).length;
  // Whether a page may be added is another question.
  const isAccepted = ({ page, rect }: Place) => page > pageCount || isInArea(page - 1, rect);
  const fresh = added.filter(isSignature).map((one) => withoutInitials(one, place, isAccepted));
  const stamps = added.filter((one) => !isSignature(one));
  const findings = findingsOf(signatures, (index) => reportsBefore[earlier.get(index) ?? -1] ?? null);
  if (isOneGone) findings.push('earlier-signature-gone');
  if (!fresh.some(({ isInField }) => isInField)) findings.push('nothing-added');
  const isSeveral = fresh.length > 1 || fresh.some(({ places }) => places.length > 1) || stamps.some(({ places }) => places.length > 0);
  if (isSeveral) findings.push('extra-signature');
  const { rules } = checks;
  const compared = await compareOriginal({ file, original, fresh: [...fresh, ...stamps], place, rules, accepted, onPage });
  // No change after a signature was found: what it covers is damaged, as the original is, and that comparison has all later parts.
  const isUnread = signatures.every(({ changesAfter, changes }) => changesAfter !== 'suspicious' || `${changes}` === 'unreadable');
  const isDamaged = isUnread && compared.findings.includes('original-not-compared') && !isWhole(original);
  return { compared, findings: isDamaged ? findings.filter((finding) => finding !== 'suspicious-changes') : findings };
}

/** Returns the findings of signatures. @param before the same signature in the original; null for none */
function findingsOf(signatures: readonly SignatureReport[], before: (index: number) => SignatureReport | null = () => null): Finding[] {
  const signed = signatures.filter(({ kind, isEarlier }) => kind === 'signature' && !isEarlier);
  const findings = signatures.flatMap((signature, index) => {
    const own = before(index);
    const known = new Set(own === null ? [] : findingsOfOne(own));
    // The provider is not responsible for faults that the signature had before.
    return findingsOfOne(signature).map((finding) => (known.has(finding) && !isRemark(finding) ? 'earlier-signature-faulty' : finding));
  });
  if (!signatures.some(({ kind }) => kind === 'signature')) findings.unshift('no-signature');
  else if (signed.length > 0 && !signed.some(isVisible)) findings.push('invisible');
  return findings;
}

const isVisible = ({ page, rect }: SignatureReport): boolean => page !== null && hasArea(rect);

function findingsOfOne(signature: SignatureReport): Finding[] {
  const { integrity, kind, certificate, timeStamp, namesCertificate } = signature;
  const when = (is: boolean, finding: Finding): Finding[] => (is ? [finding] : []);
  if (integrity === 'broken') return ['signature-broken'];
  if (integrity === 'unreadable' || certificate === null) return ['signature-unreadable'];
  return [
    ...when(signature.changesAfter === 'suspicious', 'suspicious-changes'),
    ...when(signature.changes.includes('form-filled'), 'form-filled'),
    ...when(certificate.atSigning === 'expired' || certificate.atSigning === 'not-yet-valid', 'certificate-not-valid-then'),
    ...when(signature.revocation === 'revoked', 'certificate-revoked'),
    ...when(signature.signedAt === null, 'signing-time-unknown'),
    ...when(!certificate.proven && !namesCertificate, 'signer-not-proven'),
    ...when(!certificate.trusted, kind === 'signature' ? 'issuer-not-trusted' : 'time-stamp-not-trusted'),
    ...when(kind === 'signature' && !certificate.maySign, 'certificate-not-for-signing'),
    ...when(signature.weak, 'weak-algorithm'),
    ...when(signature.subFilter === 'ETSI.CAdES.detached' && !namesCertificate, 'certificate-not-named'),
    ...when(timeStamp !== null && timeStamp.integrity !== 'valid', 'time-stamp-not-valid'),
    ...when(timeStamp !== null && timeStamp.integrity === 'valid' && !timeStamp.trusted, 'time-stamp-not-trusted'),
  ];
}
