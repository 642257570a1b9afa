/** What the entries of one document mean together. Pure: reading their content was done before. */
import { type Problem, problem } from '../../../../shared/errors.ts';
import type { EncryptedFile } from '../../../platform/storage/encrypted-files.ts';
import type { Checked } from './check-received.ts';

/** One entry after its content was read, and checked where it is a PDF. */
export type ReadEntry =
  | { kind: 'pdf'; providerDocumentId: string | null; file: EncryptedFile; sha256: string; checked: Checked }
  /** FAIL, as the description has it or with content all the same. */
  | { kind: 'fail'; providerDocumentId: string | null; reason: string | null; file: EncryptedFile | null }
  /** Neither SUCCESS nor FAIL; its content stays with the attempt, as a candidate. */
  | { kind: 'unclear'; providerDocumentId: string | null }
  /** SUCCESS with nothing in it. */
  | { kind: 'empty'; providerDocumentId: string | null }
  /** SUCCESS with something that is no base64 or no PDF. */
  | { kind: 'unusable'; providerDocumentId: string | null; problem: Problem; file: EncryptedFile };

/** Its file has to be checked. `aside`: entries whose content, if any, is to be kept aside; `same`: files that say again what `entry` says. */
export type Checkable = {
  move: 'check';
  entry: Extract<ReadEntry, { kind: 'pdf' }>;
  warning: Problem | null;
  aside: ReadEntry[];
  same: EncryptedFile[];
};
/** There is nothing to be checked. */
export type Uncheckable = { move: 'reject' | 'doubt'; problem: Problem; aside: ReadEntry[] };

/**
 * One entry: SUCCESS with a PDF is checked; SUCCESS with anything else is in doubt, since something was signed; FAIL is
 * rejected; what is neither is in doubt. Several: entries that contradict each other, or of which one is neither, put the
 * document in doubt; else the best one counts, and others that differ from it are set aside with a warning.
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
