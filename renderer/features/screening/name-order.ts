/**
 * Whether a name looks as if the surnames came first (endpoint F wants first names first). A hint next to the field, never
 * a refusal: names are freer than any rule. Pure.
 */
import { foldedText } from '../../../shared/domain/text-folding.ts';

/** `suggestion`: the name in the other order; null when that cannot be determined. */
export type NameDoubt = { kind: 'comma' | 'surnames-first'; suggestion: string | null };

/** After a comma these belong to the text before it: company forms and generations. */
const suffix =
  /^(s\.? ?a\.?( ?s\.?)?|s\.? ?r\.? ?l\.?|s\.? ?l\.?|c\.? ?a\.?|ltda\.?|inc\.?|llc\.?|ltd\.?|corp\.?|gmbh|jr\.?|sr\.?|i{2,3}|iv)$/i;

/** Common ones that are hardly ever first names (Martín, Santiago, Alonso, Rosario are both, so they are not here). */
const surnames = new Set(
  (
    'garcia rodriguez gonzalez gonzales gomez lopez martinez hernandez perez sanchez ramirez torres diaz vargas ramos rojas ' +
    'gutierrez castro moreno jimenez ruiz alvarez fernandez romero suarez mendoza munoz ortiz herrera medina morales reyes rivera ' +
    'chavez castillo flores guerrero mejia ospina quintero restrepo cardenas pena aguilar vasquez velasquez valencia salazar ' +
    'contreras acosta delgado espinoza espinosa zapata giraldo londono cifuentes cortes caicedo mosquera pineda orozco arango bedoya'
  ).split(' '),
);

/** Common ones that are hardly ever surnames. */
const givenNames = new Set(
  (
    'maria jose juan luis carlos jorge ana luz rosa carmen pedro miguel andres diego daniel alejandro fernando ricardo eduardo ' +
    'sergio oscar javier manuel francisco rafael antonio pablo felipe camilo sebastian nicolas mateo julian cristian hector gustavo ' +
    'alberto roberto jaime ivan edgar hugo cesar raul mario laura paula andrea diana claudia sandra martha marta gloria patricia ' +
    'monica adriana carolina natalia valentina sofia camila daniela juliana catalina isabel teresa beatriz lucia elena ' +
    'veronica gabriela alejandra fernanda paola tatiana angela liliana viviana yolanda blanca esperanza'
  ).split(' '),
);

/** Belong to the name that follows them. */
const particles = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'dos', 'van', 'von']);

function byComma(parts: readonly string[]): NameDoubt | null {
  const [before = '', after = ''] = parts;
  if (parts.length === 2 && suffix.test(after)) return null;
  return { kind: 'comma', suggestion: parts.length === 2 && before !== '' && after !== '' ? `${after} ${before}` : null };
}

/** Returns null when there is no doubt. */
export function doubtOfName(name: string): NameDoubt | null {
  const typed = name.trim();
  if (typed.includes(',')) return byComma(typed.split(',').map((part) => part.trim()));
  const words = typed.split(/\s+/);
  const last = foldedText(words.at(-1) ?? '');
  if (!givenNames.has(last)) return null;
  const end = words.findIndex((word) => !surnames.has(foldedText(word)) && !particles.has(foldedText(word)));
  const leading = words.slice(0, end);
  if (!leading.some((word) => surnames.has(foldedText(word)))) return null;
  const given = words.slice(end);
  // One surname alone before what may be a second, rarer one: the begin of the first names is unknown.
  const allGiven = given.every((word) => givenNames.has(foldedText(word)));
  return { kind: 'surnames-first', suggestion: allGiven ? `${given.join(' ')} ${leading.join(' ')}` : null };
}
