/**
 * Reads members that say nothing about findings: they repeat the query, or stand next to a text that denies findings, as on a certificate
 * (docs/open-points.md). Pure.
 */
import { isKindOfIdentification } from '../../../../shared/domain/identifications.ts';
import { sameName } from '../../../../shared/domain/names.ts';
import type { ScreeningQuery } from '../../../../shared/domain/screening/screening.ts';
import { identificationKey, nameParts } from '../../../../shared/domain/text-folding.ts';
import { folded, maxReadLength, wholly } from './fold-words.ts';
import { isFoundName, type Scalar } from './vocabulary.ts';

/** Returns true when the value repeats the name or number of the query. */
export function isEcho(name: string, value: Scalar, { name: queried, identification }: ScreeningQuery): boolean {
  if (value === true || String(value).length > maxReadLength) return false;
  return namesPerson(name) && (sameName(String(value), queried) || isOwnNumber(value, identification));
}

/** Returns true for a name of the person's name or number, which is another person's where it is no echo. */
export const namesPerson = (name: string): boolean => /\b(?:nombres?|name|documento|identificacion|cedula|doc|nit|numero)\b/.test(name);

function isOwnNumber(value: Scalar, identification: string): boolean {
  const key = identificationKey(identification);
  return key !== '' && identificationKey(String(value)) === key;
}

const [papers, queries] = ['certificad[oa]|certificate|certidao|constancia', 'consulta|query|verificacion|transaccion'];
const numbers = 'numero|number|nro|num|no|n|codigo|code|cod|id|serial|consecutivo|folio|pin|hash';
const ofCertificate = wholly(`(?:${papers})(?: (?:${numbers}))?|(?:${numbers})(?: de(?: la| el)?| del| da| do)? (?:${papers})`);
/** A bare `numero`, `id` or `consulta` is not one of them: it may be a count, or the number of another person. */
const ofPaper = wholly(
  `(?:${queries}) (?:${numbers})|(?:${numbers})(?: de(?: la| el)?| del| da| do)? (?:${queries})`,
  'serial|consecutivo|folio|protocolo|pin|hash|token|uuid|guid|ticket',
);
/** One word with a digit, such as "A-123/26", also behind "No." */
const code = /^(?:(?:no|nro)\. ?|n?[°º] ?)?(?=.*\d)[\p{L}\d][\p{L}\d./_-]{3,63}$/iu;

const moments = 'consulta|query|generacion|expedicion|emision|emissao|impresion|actualizacion|corte|certificado|verificacion|hora';
const ofDate = wholly(
  `(?:fecha|date|data|hora|time|datetime|timestamp)(?: (?:y |de |da |do )?(?:la |el )?(?:${moments}))?`,
  '(?:fecha (?:de )?nacimiento|birth ?date|date of birth|data (?:de )?nascimento)',
  '(?:ultima )?actualizacion|(?:last )?updated?(?: at)?|(?:created|checked|issued)(?: at)?|emitid[oa]|expedid[oa]',
);
export const date =
  /^\s*(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4})(?:[t ]+[\d:.]+ ?(?:z|[ap]\.? ?m\.?|[+-]\d\d:?\d\d)?)?\s*$/iu;
const time = /^\s*\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?(?: ?[ap]\.? ?m\.?)?\s*$/iu;

const ofLink = wholly('url|link|enlace|sitio(?: web)?|(?:url|link|enlace) (?:de )?(?:la )?(?:fuente|consulta|source|query)');
const ofCertificateLink = wholly(`(?:(?:url|link|enlace) )?(?:del? )?(?:${papers})(?: (?:url|link|enlace|pdf))?`);
/** The address of a site or of a form. One with a number or a query may be that of a finding. */
const site = /^https?:\/\/[^/\s?#]+(?:\/[^\d\s?#]*)?$/iu;

const ofAddress = wholly('direccion|domicilio|address|endereco|ciudad|city|cidade|municipio|telefono|telefone|phone');
const ofKind = wholly('tipo(?: de)? (?:documento|identificacion|id)|(?:document|id) type|tipo doc');
const ofNamePart = wholly('(?:primer|segundo)? ?(?:nombres?|apellidos?)|first name|(?:sur|last ?)name|sobrenome|nome');

/** A certificate in base64. */
const isPdf = (text: string): boolean => /^(?:data:application\/pdf;base64,)?JVBERi0/.test(text);

/**
 * Returns true for a member next to a denial of findings which is part of every certificate: its number and dates, the person's own
 * number and words of the name, the kind of document, an address, the site of the source, the certificate itself as a PDF. `name`: folded. Never for a name or a text with a word of findings.
 */
export function isBesideDenial(name: string, value: Scalar, query: ScreeningQuery): boolean {
  if (typeof value === 'boolean' || isFoundName(name)) return false;
  const text = String(value).trim();
  if (isOwnNumber(value, query.identification) || isPdf(text)) return true;
  if (ofPaper.test(name) || ofCertificate.test(name)) return code.test(text);
  if (ofDate.test(name)) return date.test(text) || time.test(text);
  if (ofKind.test(name)) return isKindOfIdentification(text);
  if (ofCertificateLink.test(name) && /^https?:\/\/\S+$/iu.test(text)) return true;
  if (ofLink.test(name)) return site.test(text);
  if (ofNamePart.test(name)) return isPartOf(text, query.name);
  return ofAddress.test(name) && text.length <= 100 && !isFoundName(folded(text));
}

/** Returns true for the number of a certificate: what an object with it says, next to a text that denies findings, is no finding. */
export const isCertificateNumber = (name: string, value: unknown): boolean =>
  ofCertificate.test(name) && typeof value !== 'object' && code.test(String(value).trim());

function isPartOf(text: string, queried: string): boolean {
  const own = new Set(nameParts(queried).map((part) => part.text));
  const parts = nameParts(text);
  return parts.length > 0 && parts.every((part) => own.has(part.text));
}
