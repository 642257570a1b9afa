/** The text of a file that a person wrote or a shell: UTF-8, or the UTF-16 of Windows PowerShell; without the mark at its beginning. */
import { utf16Of } from '../../platform/json/body-encoding.ts';

export const fileText = (bytes: Uint8Array): string => new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes);
