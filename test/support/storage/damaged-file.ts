/** The content, or `damaged`. Any other error is a fault of the test. */
import { DamagedFile } from '../doors/storage.ts';

export async function orDamaged(opening: () => unknown): Promise<unknown> {
  try {
    return await opening();
  } catch (thrown) {
    if (thrown instanceof DamagedFile) return 'damaged';
    throw thrown;
  }
}
