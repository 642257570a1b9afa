/** `validation`: what it takes. `validation/fetch-record.ts` queries the record. */
import { type Call, defineCommand } from '../support/command.ts';
import { WrongUse } from '../support/wrong-use.ts';
import type { ValidationOptions } from './validation/fetch-record.ts';

const declaration = {
  name: 'validation',
  forms: { main: { takes: 'ids' } },
  options: { images: {}, documents: {}, video: {}, out: { value: 'folder' } },
} as const;

export const validation = defineCommand(declaration, async (call, io) => {
  const options = validationOptions(call);
  return (await import('./validation/fetch-record.ts')).fetchValidation(options, io);
});

/** @throws WrongUse */
export function validationOptions({ values, rest }: Call<typeof declaration>): ValidationOptions {
  const { images = false, documents = false, video = false, out = null } = values;
  const withFiles = (['images', 'documents', 'video'] as const).find((name) => values[name]);
  if (withFiles !== undefined && out === null) throw new WrongUse('out-needed', { option: `--${withFiles}` });
  return { ids: rest.map((id) => id.trim()), wish: { images, documents, video }, out, values };
}
