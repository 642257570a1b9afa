/** Invented rules for client info: it selects misbehaviours and styles, so that a station can try out each answer without code. */
import type { Misbehaviour, SigningStyle, WrongEntry, WrongFile } from '../behaviour.ts';
import { isWrongEntry } from './signed-items.ts';
import { isWrongFile } from './spoilings.ts';

/** Client info that begins with this fails its identity validation, for every document. */
export const failingClientInfo = /^FAIL/;

const styles: Readonly<Record<string, SigningStyle>> = {
  rewritten: { file: 'rewritten' },
  'certificate-page': { addition: 'certificate-page' },
  footer: { addition: 'footer' },
  'footer-and-page': { addition: 'footer-and-page' },
  pades: { subFilter: 'ETSI.CAdES.detached' },
  'time-stamp': { timeStamp: true },
  'stopped-clock': { clock: 'stopped' },
  'rsa-pss': { key: 'rsa-pss' },
  ecdsa: { key: 'ecdsa' },
};

/** `TRY-` and the names of styles, entries or files, in any order, joined by `+`: `TRY-rewritten+dropped-page`. Other texts have no effect. */
export function triedBy(clientInfo: string): Misbehaviour {
  const names = /^TRY-([a-z0-9+-]+)$/.exec(clientInfo)?.[1]?.split('+') ?? [];
  const entry = names.findLast((name): name is WrongEntry | WrongFile => isWrongEntry(name) || isWrongFile(name));
  const style = Object.assign({}, ...names.map((name) => (Object.hasOwn(styles, name) ? styles[name] : {})));
  return { ...(entry !== undefined && { entry }), ...(Object.keys(style).length > 0 && { style }) };
}
