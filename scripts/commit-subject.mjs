/** The subject of a commit (words.md of the design): imperative, one thing, at most 72 characters. Called by `scripts/hooks/commit-msg`. */
import { readFileSync } from 'node:fs';

const maxLength = 72;

/** @returns what is wrong with the first line of a message; null when nothing is */
export function subjectFault(message) {
  const [subject = ''] = message.split('\n');
  // What git writes itself.
  if (/^(Merge|Revert|fixup!|squash!|amend!) /.test(subject)) return null;
  if (subject.trim() === '') return 'The subject is empty.';
  if (subject.length > maxLength) return `The subject has ${subject.length} characters; at most ${maxLength}.`;
  if (!/^\p{Lu}/u.test(subject)) return 'The subject begins with a capital letter.';
  if (subject.endsWith('.')) return 'The subject ends without a full stop.';
  if (/^\w+(ed|ing)\b/.test(subject) && !/^(Embed|Feed|Need|Speed|Bring|Ping)\b/.test(subject)) {
    return 'The subject is imperative: "Reject pushes without a Uid", not "Rejected" or "Rejecting".';
  }
  return null;
}

if (import.meta.filename === process.argv[1]) {
  const fault = subjectFault(readFileSync(process.argv[2], 'utf8'));
  if (fault !== null) {
    console.error(fault);
    process.exitCode = 1;
  }
}
