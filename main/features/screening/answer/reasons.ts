/** Derives the reasons for an entry from the answer (see `matchReasons`). Pure. */

import { matchReasons } from '../../../../shared/domain/match-reasons.ts';
import { sameName, similarName } from '../../../../shared/domain/names.ts';
import type { MatchReason, ScreeningQuery } from '../../../../shared/domain/screening.ts';
import { identificationKey } from '../../../../shared/domain/text-folding.ts';

type Known = { names: string[]; aliases: string[]; identifications: string[]; passports: string[] };

/** All that hold, strongest first; at least one. */
export function reasonsOf(query: Pick<ScreeningQuery, 'name' | 'identification'>, known: Known): MatchReason[] {
  const asked = identificationKey(query.identification);
  const keys = [...known.identifications, ...known.passports].map(identificationKey).filter((key) => key !== '');
  const sameIdentification = asked !== '' && keys.includes(asked);
  const otherIdentification = asked !== '' && keys.length > 0 && !sameIdentification;
  const named = known.names.some((name) => sameName(name, query.name));
  const alias = !named && known.aliases.some((name) => sameName(name, query.name));
  const similar = !named && !alias && [...known.names, ...known.aliases].some((name) => similarName(name, query.name));
  const holds: Record<MatchReason, boolean> = {
    'same-identification': sameIdentification,
    'same-name': named && !otherIdentification,
    'same-name-other-identification': named && otherIdentification,
    'alias-only': alias,
    'similar-name': similar,
    unexplained: !(sameIdentification || named || alias || similar),
  };
  return matchReasons.filter((reason) => holds[reason]);
}
