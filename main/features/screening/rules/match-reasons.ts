/** Derives the reasons for a match from names and numbers (see `matchReasons`). Pure. */
import { matchReasons } from '../../../../shared/domain/match-reasons.ts';
import { sameName, similarName } from '../../../../shared/domain/names.ts';
import type { MatchReason, ScreeningQuery } from '../../../../shared/domain/screening.ts';
import { identificationKey } from '../../../../shared/domain/text-folding.ts';

type Known = { names: string[]; aliases: string[]; identifications: string[]; passports: string[] };

/** Returns all reasons that apply, strongest first; at least one. */
export function reasonsOf(query: Pick<ScreeningQuery, 'name' | 'identification'>, known: Known): MatchReason[] {
  const queried = identificationKey(query.identification);
  const keys = [...known.identifications, ...known.passports].map(identificationKey).filter((key) => key !== '');
  const sameIdentification = queried !== '' && keys.includes(queried);
  const otherIdentification = queried !== '' && keys.length > 0 && !sameIdentification;
  const named = known.names.some((name) => sameName(name, query.name));
  const alias = !named && known.aliases.some((name) => sameName(name, query.name));
  const similar = !named && !alias && [...known.names, ...known.aliases].some((name) => similarName(name, query.name));
  const applies: Record<MatchReason, boolean> = {
    'same-identification': sameIdentification,
    'same-name': named && !otherIdentification,
    'same-name-other-identification': named && otherIdentification,
    'alias-only': alias,
    'similar-name': similar,
    unexplained: !(sameIdentification || named || alias || similar),
  };
  return matchReasons.filter((reason) => applies[reason]);
}
