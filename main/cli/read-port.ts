import { WrongUse } from './wrong-use.ts';

/** Of `--port`; 0 is any free one. @throws WrongUse */
export function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new WrongUse('port-malformed');
  return Number(text);
}
