/** Decides the outcome of one document from all its entries. Pure: their content was read before. */
import { type Problem, problem } from '../../../../shared/errors.ts';
import type { EncryptedFile } from '../../../platform/storage/encrypted-files.ts';
import type { Checked } from './check-received.ts';

/** One entry after its content was read and, if it is a PDF, checked. */
export type ReadEntry =
  | { kind: 'pdf'; providerDocumentId: string | null; file: EncryptedFile; sha256: string; checked: Checked }
  /** FAIL, without content as specified, or with content all the same. */
  | { kind: 'fail'; providerDocumentId: string | null; reason: string | null; file: EncryptedFile | null }
  /** Neither SUCCESS nor FAIL; its content stays with the attempt, as a candidate. */
  | { kind: 'unclear'; providerDocumentId: string | null }
  /** SUCCESS without content. */
  | { kind: 'empty'; providerDocumentId: string | null }
  /** SUCCESS with content that is no base64 or no PDF. */
  | { kind: 'unusable'; providerDocumentId: string | null; problem: Problem; file: EncryptedFile };

/** The file of `entry` has to be checked. `aside`: entries to quarantine, with their content, if any; `same`: copies of its file. */
export type Checkable = {
  move: 'check';
  entry: Extract<ReadEntry, { kind: 'pdf' }>;
  warning: Problem | null;
  aside: ReadEntry[];
  same: EncryptedFile[];
};
/** There is no file to check. */
export type Uncheckable = { move: 'reject' | 'doubt'; problem: Problem; aside: ReadEntry[] };

/**
 * Decides by the entries. One entry: SUCCESS with a PDF is checked; SUCCESS with any other content is in doubt, since something
 * was signed; FAIL is rejected; any other status is in doubt. Several: entries that contradict each other, or one with another
 * status, put the document in doubt; otherwise the best one counts, and different ones are quarantined with a warning.
 *
 * @param missing why the document is in doubt when there is no entry
 */
export function judgeEntries(entries: readonly ReadEntry[], missing: Problem): Checkable | Uncheckable {
  const first = entries[0];
  if (first === undefined) return { move: 'doubt', problem: missing, aside: [] };
  if (entries.some(({ kind }) => kind === 'unclear'))
    return { move: 'doubt', problem: problem('answer-not-as-described'), aside: [...entries] };
  const failed = entries.filter((entry) => entry.kind === 'fail');
  if (failed.length > 0 && failed.length < entries.length) {
    return { move: 'doubt', problem: problem('answer-repeats-document'), aside: [...entries] };
  }
  if (first.kind === 'fail') {
    return { move: 'reject', problem: problem('provider-said-fail', { providerText: first.reason ?? '—' }), aside: [...entries] };
  }
  const signed = entries.find((entry) => entry.kind === 'pdf');
  if (signed) {
    const others = entries.filter((entry) => entry !== signed);
    return {
      move: 'check',
      entry: signed,
      warning: entries.length > 1 ? problem('answer-repeats-document') : null,
      aside: others.filter((entry) => !isCopy(entry, signed)),
      same: others.flatMap((entry) => (isCopy(entry, signed) ? [entry.file] : [])),
    };
  }
  const unusable = entries.find((entry) => entry.kind === 'unusable');
  return { move: 'doubt', problem: unusable?.problem ?? problem('signed-but-empty'), aside: [...entries] };
}

type Pdf = Extract<ReadEntry, { kind: 'pdf' }>;
const isCopy = (entry: ReadEntry, of: Pdf): entry is Pdf => entry.kind === 'pdf' && entry.sha256 === of.sha256;
