/** Why something could not be opened; the content itself when it could. Anything else that is thrown is a fault of the test. */
import { Unsealable } from './doors/storage.ts';

export async function reasonOf(opening: () => unknown): Promise<unknown> {
  try {
    return await opening();
  } catch (thrown) {
    if (thrown instanceof Unsealable) return thrown.reason;
    throw thrown;
  }
}
