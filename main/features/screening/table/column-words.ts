/** What the names of columns say, in Spanish, Portuguese and English. Pure. */
import { foldedText } from '../../../../shared/domain/text-folding.ts';

export type ColumnRole = 'full-name' | 'given-names' | 'surnames' | 'identification' | 'number' | 'other';

const givenWords = /\b(nombres?|nomes?|given|first|forenames?|middle|second)\b/;
const surnameWords = /\b(apellidos?|sobrenomes?|surnames?|last|family|apellido1|apellido2)\b/;
const fullWords = /\b(completo|full|razon social|razao social|titular|persona|pessoa|cliente|person|customer|denominacion)\b/;
const nameWord = /\b(name|names|nombre|nombres|nome|nomes)\b/;
const identificationWords =
  /\b(cedula|identificacion|identificacao|identidad|identidade|documento|nit|dni|nif|rut|ruc|curp|rfc|cuit|cpf|cnpj|rg|pasaporte|passaporte|passport|identification|identity|document|ssn)\b/;
/** Columns about a name or a document that are neither. */
const besides =
  /\b(tipo|type|kind|fecha|data|date|lugar|place|ciudad|cidade|city|pais|country|expedicion|expedicao|issue|usuario|user|archivo|arquivo|file|lista|list|banco|bank|madre|padre|mae|pai|mother|father)\b/;

/** @param name of a column, as it stands in the header */
export function columnRole(name: string): ColumnRole {
  const words = foldedText(name);
  if (besides.test(words)) return 'other';
  const surname = surnameWords.test(words);
  const given = givenWords.test(words);
  if (fullWords.test(words) || (surname && /\bnombres?\b|\bnomes?\b|\bgiven\b|\bfirst\b/.test(words))) return 'full-name';
  if (identificationWords.test(words)) return 'identification';
  if (surname) return 'surnames';
  // "first" and "second" are names only beside that word.
  if (given && (nameWord.test(words) || /\b(given|forenames?)\b/.test(words))) return 'given-names';
  if (nameWord.test(words)) return 'full-name';
  return /^(id|cc|ced|no id|id no|id number|numero id|num doc|no doc|nro doc)$/.test(words) ? 'number' : 'other';
}

/** Whether a cell reads like the name of a column. */
export const isColumnName = (cell: string): boolean => cell.length <= 60 && !/\d{3}/.test(cell) && columnRole(cell) !== 'other';
