/** Reads names and states by which an answer says that a source did not answer: "inactiva", `sources_down`. Pure. */

import { anyOf, folded, wholly } from './fold-words.ts';
import { readSentence } from './read-sentence.ts';
import {
  isFailureName,
  isHttpFailure,
  isListName,
  isMark,
  isOff,
  isYes,
  manySources,
  type Scalar,
  saysWentWell,
  standing,
} from './vocabulary.ts';

const standings = wholly('activ[oa]|active|enabled|habilitad[oa]|conectad[oa]|connected|up', standing);
/** Returns true for a name of the state of a source: `{nombre: "Procuraduría", activa: false}`. */
export const isStanding = (name: string): boolean => standings.test(name);
const endsAsStanding = new RegExp(`^(?:${standing}) | (?:${standing})$`, 'u');
/** Returns true for a name that has one, next to that of a source: `procuraduria_estado`. */
export const hasStanding = (name: string): boolean => endsAsStanding.test(name);
/** States of a source that answered, or was not asked. */
const goodStanding = wholly(
  'activ[oa]|active|up|online|live|en (?:linea|vivo)|operativ[oa]|operational|habilitad[oa]|enabled|conectad[oa]|connected|normal|healthy',
  'green|verde|consultad[oa]|queried|searched|respondi(?:o|da)|responded|answered|contesto|recibid[oa]|received|list[oa]|ready|processed',
  'cached?|(?:desde|from) cache|finished|fetched|obtenid[oa]|ejecutad[oa]|realizad[oa]|correct[oa]|revisad[oa]|verificad[oa]|checked',
  'incluid[oa]|included|vigente|actualizad[oa]|updated|valid[oa]?|actual|current|encontrad[oa]|found|positiv[oa]|negativ[oa]|hits?|limpi[oa]|clean',
  'clear|match|(?:con|sin|no) (?:datos|resultados?|hallazgos?|coincidencias?|registros?|informacion|antecedentes?|results?|match(?:es)?|data|hits?)',
  'vaci[oa]|empty|no (?:requerid[oa]|solicitad[oa]|aplica(?:ble)?)|not (?:requested|required|applicable)|n a',
);
const isGood = (text: string): boolean =>
  isYes(text) ||
  isMark(text) ||
  goodStanding.test(folded(text)) ||
  saysWentWell(text) ||
  /^(?:clear|hit)$/.test(readSentence(text, '') ?? '');

/** Returns true for the state of a source under which it may not have answered: "inactiva", "en proceso", "X", 503, -1. */
export function isBadStanding(value: Scalar): boolean {
  if (isHttpFailure(value) || Number(value) < 0) return true;
  if (typeof value !== 'string') return isOff(value);
  const said = folded(value);
  return /^[\p{L} ]+$/u.test(said) && !isListName(said) && !isGood(value);
}

/** A text of three words. */
const sentence = /\p{L}\s+\S*\p{L}\S*\s+\S*\p{L}/u;
/** Returns true for a text about a source that says neither that it answered nor that it has nothing. */
export const isStatement = (text: string): boolean => isBadStanding(text) || (sentence.test(text) && !isGood(text));

const messages = wholly('mensajes?|messages?|msg|resultados?|results?|detalles?|observacion(?:es)?|motivo|razon|avisos?|warnings?');
/** Returns true for a name of what a source says. */
export const isMessage = (name: string): boolean => messages.test(name);

const lacking =
  'con problemas|(?:des|in)activ(?:ad)?[oa]s?|inactives?|excluid[oa]s|excluded|degrad\\p{L}+|(?:un|not )answered|without response|suspendid[oa]s|suspended' +
  '|down|(?:des|dis)con(?:ectad[oa]s?|nected)|sin responder|ignorad[oa]s|ignored|descartad[oa]s|discarded|interrumpid[oa]s|interrupted|cancelad[oa]s' +
  '|cancell?ed|aborted|rejected|rechazad[oa]s|denied|unresponsive|expirad[oa]s|expired|no procesad[oa]s|unprocessed|not searched|errored|lentas';
const [isLacking, hasLacking] = [wholly(lacking), anyOf(lacking)];
const lacksSources = (name: string): boolean => isLacking.test(name) || (hasLacking.test(name) && manySources.test(name));
/** Returns true for a name of sources that did not answer: `sources_down`, `inactivas`. In the data of a source it may be one of findings. */
export const isOfLacking = (name: string): boolean => isFailureName(name) || lacksSources(name);
/** Returns true for a value directly under such a name. A bare count (`ignored: 3`) may be of anything. */
export const isLackingValue = (name: string, value: Scalar): boolean =>
  lacksSources(name) && (manySources.test(name) || !/^\s*[\d.]+\s*$/.test(String(value)));
