/** Shown instead of the window when drawing it failed. */
import { Broken } from '../components/index.ts';

export function BrokenWindow({ error }: { error: unknown }) {
  return (
    <main className="app-broken">
      <Broken error={error} />
    </main>
  );
}
