/** Whom sealed files belong to: documents and attempts that the book knows. */
import { type Attempt, filesOf, type OutboxJob } from './outbox.ts';

export function ownersIn(jobs: readonly OutboxJob[], attempts: readonly Attempt[]): Set<string> {
  const owners = new Set<string>();
  for (const { id, original, received } of jobs) {
    owners.add(id);
    // What was received may be named after the attempt, and outlive it.
    for (const file of [original, ...received.map(({ sealed }) => sealed)]) if (file) owners.add(file.owner);
  }
  for (const { id, documents, answer } of attempts) {
    owners.add(id);
    for (const document of documents) owners.add(document.id);
    for (const file of answer === null ? [] : filesOf(answer)) owners.add(file.owner);
  }
  return owners;
}
