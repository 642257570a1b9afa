/** Parts of the page that are loaded when they are first drawn. */
import { type ComponentType, Suspense, use, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { allWords } from '../i18n/index.ts';
import { Broken } from './Broken.tsx';

type Source<Props> = { loaded: ComponentType<Props> | null; load: () => Promise<ComponentType<Props>> };

const sources: { load: () => Promise<unknown> }[] = [];

function Loading<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  const Component = use(source.load());
  return <Component {...props} />;
}

function Part<Props extends object>({ source, props }: { source: Source<Props>; props: Props }) {
  // A loaded part is drawn at once, without a moment of nothing; it is the same component for as long as it is drawn.
  const [Loaded] = useState(() => source.loaded);
  return (
    <ErrorBoundary FallbackComponent={Broken}>
      <Suspense fallback={null}>{Loaded ? <Loaded {...props} /> : <Loading source={source} props={props} />}</Suspense>
    </ErrorBoundary>
  );
}

/**
 * Returns a component that loads its file when it is first drawn. Shows nothing until then, and a message when the file cannot be loaded
 * or drawn; the rest of the page works.
 * @param options `ofFirstScreen`: its texts, and those of all that it draws, are among those of the first screen (`firstAreas`): no others
 * are loaded with it
 */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { ofFirstScreen = false } = {},
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  const source: Source<Props> = {
    loaded: null,
    load() {
      loading ??= Promise.all([load(), ofFirstScreen || allWords()]).then(([component]) => {
        source.loaded = component;
        return component;
      });
      return loading;
    },
  };
  sources.push(source);
  return (props) => <Part source={source} props={props} />;
}

const signs = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Loads all parts while the page is idle, from the first key or pointer event on: none of them is needed before. */
export function prefetchParts(): () => void {
  const end = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  async function begin(): Promise<void> {
    end();
    for (const source of sources) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      // The failure is shown where the part is drawn.
      await source.load().catch(() => undefined);
    }
  }
  for (const sign of signs) window.addEventListener(sign, begin, true);
  return end;
}
